// Makes every file and folder of the embedded database private to its user. PGlite ignores the umask: its file system sets
// the mode that PostgreSQL asks for, and inside PGlite PostgreSQL asks for 0666.

/** The parts of Emscripten's NODEFS that set modes. */
export interface NodeFileSystem {
  readonly node_ops: Operations & { mknod(parent: unknown, name: string, mode: number, dev: number): unknown };
  readonly stream_ops: Operations;
}

interface Operations {
  setattr(target: unknown, attributes: { mode?: number }): void;
}

/** The mode bits of group and others. */
const OTHERS = 0o077;

/** Patches Emscripten's NODEFS so that no mode grants permissions to group or others. */
export function keepPrivate({ node_ops, stream_ops }: NodeFileSystem): void {
  const { mknod } = node_ops;
  node_ops.mknod = (parent, name, mode, dev) => mknod(parent, name, mode & ~OTHERS, dev);
  for (const operations of [node_ops, stream_ops]) {
    const { setattr } = operations;
    operations.setattr = (target, attributes) => {
      const { mode } = attributes;
      setattr(target, mode === undefined || mode === null ? attributes : { ...attributes, mode: mode & ~OTHERS });
    };
  }
}
