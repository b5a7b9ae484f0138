import type { DeskPage } from "../desk-visit.ts";
import { PageHead } from "../shell.tsx";

export const tonightPage: DeskPage = {
  path: "",
  show: () => ({ title: "Tonight", children: <PageHead title="Tonight" /> }),
};
