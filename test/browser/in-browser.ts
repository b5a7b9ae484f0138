import { describe } from "bun:test";
import { hasChromium } from "./chromium.ts";

/**
 * Tests that need Chromium. Without it they are skipped and listed as not run; on CI that fails
 * npm test.
 */
export const inBrowser = describe.skipIf(!hasChromium);
