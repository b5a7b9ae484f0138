import { describe } from "bun:test";
import { hasChromium } from "./chromium.ts";

/**
 * Tests that need Chromium. Without it they are listed as not run, and npm test fails for them
 * where everything should be installed.
 */
export const inBrowser = describe.skipIf(!hasChromium);
