// The child process that small-disk.ts starts. It plays one evening of load: its argument is the
// evening's plan as JSON, and it prints the report as JSON.
import { type EveningPlan, playEvening } from "./evening.ts";

const report = await playEvening(JSON.parse(process.argv[2] ?? "{}") as EveningPlan);
console.log(JSON.stringify(report));
process.exit(0);
