// Event streams of projects. An event names what changed; clients read the changed resource itself.

import { z } from "zod";
import { exportFormat, exportPhase, exportStatus } from "./exports.ts";
import { count, timestamp, uuid, version } from "./primitives.ts";
import { runStatus, stepKind, stepStatus } from "./workflows.ts";

const id = z.string().meta({ description: "Send it as Last-Event-ID to continue after this event." });

const runEvent = z
  .strictObject({
    id,
    event: z.literal("run"),
    data: z.strictObject({
      workflow_run_id: uuid,
      workflow_kind: z.enum(["prepare_sections", "create_audio"]),
      status: runStatus,
      updated_at: timestamp,
    }),
  })
  .meta({ id: "RunEvent", description: "A workflow run started or changed." });

const stepEvent = z
  .strictObject({
    id,
    event: z.literal("step"),
    data: z.strictObject({
      workflow_run_id: uuid,
      step_id: uuid,
      section_id: uuid,
      step_index: count,
      step_kind: stepKind,
      status: stepStatus,
      error_code: z.string().nullable(),
      updated_at: timestamp,
    }),
  })
  .meta({ id: "StepEvent", description: "A step of a workflow run changed." });

const blockEvent = z
  .strictObject({
    id,
    event: z.literal("block"),
    data: z.strictObject({
      section_id: uuid,
      blocks: z.array(
        z.strictObject({
          block_id: uuid,
          block_version: version,
          state: z.enum(["ready", "failed"]).meta({ description: "Whether the audio of this version was made." }),
        }),
      ),
    }),
  })
  .meta({
    id: "BlockEvent",
    description: "Audio of blocks of one section was made or failed. Events are sent in batches.",
  });

const exportEvent = z
  .strictObject({
    id,
    event: z.literal("export"),
    data: z.strictObject({
      export_id: uuid,
      section_id: uuid.nullable().meta({ description: "Null for a book export, which has several sections." }),
      format: exportFormat,
      status: exportStatus,
      phase: exportPhase,
      percent: z.int().min(0).max(100),
      error_code: z.string().nullable(),
    }),
  })
  .meta({ id: "ExportEvent", description: "The export of a section or of a book started, progressed or ended." });

const soundEvent = z
  .strictObject({
    id,
    event: z.literal("sound"),
    data: z.strictObject({
      sound_effect_id: uuid,
      change: z.enum(["linked", "unlinked", "changed"]),
    }),
  })
  .meta({ id: "SoundEvent", description: "A sound was linked to the project, unlinked, or changed while linked." });

const documentEvent = z
  .strictObject({
    id,
    event: z.literal("document"),
    data: z.strictObject({
      section_id: uuid,
      document_version: version,
      actor_session_id: uuid
        .nullable()
        .meta({ description: "The editing session that made the version. Null for a version by the service." }),
    }),
  })
  .meta({ id: "DocumentEvent", description: "A script has a new version." });

const speakersEvent = z
  .strictObject({
    id,
    event: z.literal("speakers"),
    data: z.strictObject({ speaker_registry_version: version }),
  })
  .meta({ id: "SpeakersEvent", description: "The cast of the project has a new version." });

const guestsEvent = z
  .strictObject({
    id,
    event: z.literal("guests"),
    data: z.strictObject({ guest_link_id: uuid.meta({ description: "The link that changed." }) }),
  })
  .meta({
    id: "GuestsEvent",
    description:
      "A link for a person who lends a voice was made, opened or revoked; or its consent, or the recordings that were sent with it, changed.",
  });

const projectChangeEvent = z
  .strictObject({
    id,
    event: z.literal("project"),
    data: z.strictObject({
      change: z.enum(["created", "changed", "deleted"]).meta({
        description:
          "changed: the name, the book data, the sections or their order, the mastering profile or the lexicon.",
      }),
    }),
  })
  .meta({ id: "ProjectChangeEvent", description: "The project was created, changed or deleted." });

const resetEvent = z
  .strictObject({
    id,
    event: z.literal("reset"),
    data: z.strictObject({ reason: z.literal("events_removed") }),
  })
  .meta({
    id: "ResetEvent",
    description:
      "The events after Last-Event-ID are no longer available. Read the resources again, then continue from here.",
  });

const changes = [
  runEvent,
  stepEvent,
  blockEvent,
  exportEvent,
  soundEvent,
  documentEvent,
  speakersEvent,
  guestsEvent,
  projectChangeEvent,
] as const;

export const projectEvent = z.discriminatedUnion("event", [...changes, resetEvent]).meta({
  id: "ProjectEvent",
  description: "One message of the stream: its fields id and event, and its data parsed as JSON.",
});

const project_id = uuid.meta({ description: "The project that the event belongs to." });
const ofProject = <Event extends string, Shape extends z.ZodRawShape>(
  one: z.ZodObject<{ id: typeof id; event: z.ZodLiteral<Event>; data: z.ZodObject<Shape> }>,
) => z.strictObject({ ...one.shape, data: z.strictObject({ ...one.shape.data.shape, project_id }) });

export const accountEvent = z
  .discriminatedUnion("event", [
    ofProject(runEvent),
    ofProject(stepEvent),
    ofProject(blockEvent),
    ofProject(exportEvent),
    ofProject(soundEvent),
    ofProject(documentEvent),
    ofProject(speakersEvent),
    ofProject(guestsEvent),
    ofProject(projectChangeEvent),
    resetEvent,
  ])
  .meta({ id: "AccountEvent", description: "One message of an account's stream, with the project it belongs to." });
