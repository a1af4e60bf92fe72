// The thread of measuring.ts.

import { answerJobs } from "../compute/thread-side.ts";
import type { MeasuringJob } from "./measuring.ts";
import { recordingOf } from "./recording.ts";
import type { Recorded } from "./speak.ts";

answerJobs<MeasuringJob, Recorded>(
  ({ speech, counted }) => recordingOf(speech, counted),
  ({ file }) => [file.buffer],
);
