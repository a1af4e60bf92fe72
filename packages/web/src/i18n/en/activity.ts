// What ended in the account.

export const activity = {
  title: "Recent work",
  none: "Nothing has ended yet.",
  runs: { prepare_sections: "Script", create_audio: "Audio" },
  export: (format: string) => `${format} file`,
  sound: "Sound",
  outcomes: {
    completed: "done",
    partially_completed: "some lines failed",
    failed: "failed",
    cancelled: "cancelled",
    superseded: "replaced",
    ready: "ready",
    expired: "never arrived",
  },
  older: "Earlier",
};
