"""The browser: the system's Chromium, driven for pages that only a script can draw. All its traffic passes net/."""
