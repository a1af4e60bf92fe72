import { parentPort, workerData } from "node:worker_threads";
import { structureText } from "@fullcast/core/structure";
import type { StructureTask } from "./compute.ts";

const task = workerData as StructureTask;
parentPort?.postMessage(structureText(task.text, task.options));
