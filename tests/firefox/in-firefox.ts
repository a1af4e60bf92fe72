// Import this first: the pages of tests/browser then open in Debian's Firefox.

process.env.TEST_BROWSER = "firefox";
