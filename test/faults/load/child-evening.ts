// Child process of small-disk.ts that plays one evening. Argument: the plan as JSON. Prints the
// report as JSON.
import { type EveningPlan, playEvening } from "./evening.ts";

const report = await playEvening(JSON.parse(process.argv[2] ?? "{}") as EveningPlan);
console.log(JSON.stringify(report));
process.exit(0);
