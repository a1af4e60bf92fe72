/** Why the storage cannot be opened. Nothing was changed. */
export type StartErrorCode =
  | "DataDirectoryUnwritable"
  | "DataDirectoryLocked"
  | "DatabaseNewer"
  | "DatabaseUnreachable"
  | "PortTaken"
  | "SettingNotAvailable"
  | "StorageUnreachable"
  | "WrongInstallation";

/** The program cannot start. `message` is for the person who starts it: what is wrong, and what to do. */
export class StartError extends Error {
  readonly code: StartErrorCode;

  constructor(code: StartErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "StartError";
    this.code = code;
  }
}
