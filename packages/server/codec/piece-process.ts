// The process that makes pieces of mixes, one after the other.

import { serveParent } from "../compute/child-side.ts";
import { createPieceMaker } from "./mix-piece.ts";
import type { Piece, PieceJob } from "./piece.ts";
import { failureOf, type RenderFailure } from "./render-error.ts";

export type PieceAnswer =
  | { readonly kind: "piece"; readonly piece: Piece }
  | { readonly kind: "failure"; readonly failure: RenderFailure };

const maker = createPieceMaker();

serveParent<PieceJob, PieceAnswer>((job) => {
  try {
    return { kind: "piece", piece: maker.make(job) };
  } catch (error) {
    return { kind: "failure", failure: failureOf(error) };
  }
});
