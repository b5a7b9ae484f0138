import { describe } from "bun:test";
import { hasChromium } from "./chromium.ts";

/**
 * Tests that need Chromium. Without it they are skipped and listed as not run. On CI, npm test then
 * fails.
 */
export const inBrowser = describe.skipIf(!hasChromium);
