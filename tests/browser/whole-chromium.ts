// Imported first by files that record: the Chromium without windows never answers a page that asks for the microphone.

process.env.TEST_BROWSER ??= "chromium";
