// The state of a project's export job, derived from its children (interface.md, "Project export job").

export type ProjectExportStatus = "queued" | "running" | "completed" | "partial_failed" | "failed";

export type ChildExportStatus =
  | "queued"
  | "running"
  | "retry_wait"
  | "canceling"
  | "completed"
  | "failed"
  | "cancelled"
  | "superseded";

export interface ChildExport {
  readonly status: ChildExportStatus;
  /** 0 to 100. */
  readonly percent: number;
}

export interface ProjectExportState {
  readonly status: ProjectExportStatus;
  /** Whether the status is final; the caller then stores it. */
  readonly terminal: boolean;
  /** The mean progress of the children, rounded down; an ended or deleted child counts as 100. */
  readonly percent: number;
}

const ENDED: { readonly [status in ChildExportStatus]: boolean } = {
  queued: false,
  running: false,
  retry_wait: false,
  canceling: false,
  completed: true,
  failed: true,
  cancelled: true,
  superseded: true,
};

/** The state of a job with these children, at least one. null is a child that was moved or deleted; it counts as failed. */
export function projectExportState(children: readonly (ChildExport | null)[]): ProjectExportState {
  const ended = (child: ChildExport | null) => child === null || ENDED[child.status];
  const progress = children.reduce((sum, child) => sum + (child === null || ended(child) ? 100 : child.percent), 0);
  const percent = Math.floor(progress / children.length);
  if (!children.every(ended)) {
    const queued = children.every((child) => child?.status === "queued");
    return { status: queued ? "queued" : "running", terminal: false, percent };
  }
  const succeeded = children.filter((child) => child?.status === "completed").length;
  if (succeeded === children.length) return { status: "completed", terminal: true, percent };
  return { status: succeeded > 0 ? "partial_failed" : "failed", terminal: true, percent };
}
