// Imported first by files that need no more than the Chromium without windows.

process.env.TEST_BROWSER ??= "chromium-shell";
