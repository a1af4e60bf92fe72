// The thread that compares takes with what was heard in them.

import { type ComparedTake, compareTake, type TakeComparison } from "@fullcast/core/certificate";
import { answerJobs } from "../compute/thread-side.ts";

answerJobs<readonly ComparedTake[], readonly TakeComparison[]>((takes) => takes.map(compareTake));
