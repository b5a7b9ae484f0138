import type { Compromise, NotYours } from "../../../domain/reasons/access.ts";
import type { ReasonSentences } from "../../catalogue.ts";
import { SCOPE_WORDS } from "../host/labels.ts";

export const access = {
  "INVALID_INPUT.too_many_keys": ({ most, say }) =>
    `${say.brand} has ${most} keys already. First revoke a key that nothing uses.`,
  "INVALID_INPUT.too_many_people": ({ most, say }) =>
    `The team of ${say.brand} already has ${most} people. First remove somebody who no longer works here.`,
  "INVALID_INPUT.user_exists": ({ say }) => `${say.email} already has an account.`,
  "INVALID_INPUT.role_without_brand": ({ say }) =>
    `Choose the restaurant in which this person is ${say.role === "owner" ? "an" : "a"} ${say.role}.`,
  "FORBIDDEN_TOOL.operator_only": ({ say }) =>
    `${say.title}: possible only on the command line of the server.`,
  "NOT_FOUND.account_id": ({ say }) => `There is no account ${say.id}.`,
  "FORBIDDEN_TOOL.not_yours": ({ say }) => NOT_YOURS[say.why](say.name),
  "NOT_FOUND.account": ({ say }) => `${say.name} no longer has an account.`,
  "INVALID_TRANSITION.in_every_team": ({ say }) =>
    `${say.name} owns the whole instance and so is in every team. This cannot be changed for a single restaurant.`,
  "INVALID_TRANSITION.last_of_instance": ({ say }) =>
    `${say.name} is the last owner of the instance who can sign in. First make somebody else an owner of the instance.`,
  "NOT_FOUND.in_team": ({ say }) => `${say.name} is not in the team of ${say.brand}.`,
  "INVALID_TRANSITION.last_owner": ({ say }) =>
    `${say.name} is the last owner of ${say.brand} who can sign in. First make somebody else an owner of ${say.brand}.`,
  "INVALID_TRANSITION.account_closed": ({ say }) =>
    `The account of ${say.name} is closed: open the account first.`,
  "INVALID_INPUT.in_team_already": ({ say }) => `${say.email} is in this team already.`,
  // Must not disclose whether the account exists, or in which restaurants.
  "INVALID_INPUT.not_by_you":
    "You cannot add this address. Ask the person who runs this server to add it, or use another address.",
  "INVALID_INPUT.closed_account": ({ say }) =>
    `The account of ${say.email} is closed. The person who runs this server can open it.`,
  "INVALID_INPUT.days_backwards": "The last day is before the first day.",
  "INVALID_INPUT.log_cursor": ({ say }) =>
    `cursor "${say.cursor}" is not from this server. Leave cursor out to start again.`,
  "FORBIDDEN_TOOL.foreign_key": ({ say }) =>
    `The key ${say.name} can also access restaurants that you do not own. Only somebody who owns all of its restaurants can replace it.`,
  "INVALID_TRANSITION.key_ended": ({ say }) =>
    `${say.name} has expired or was revoked. Make a new key instead.`,
  "NOT_FOUND.client": "There is no such client. See: maitred client list",
  "NOT_FOUND.app": "That app is no longer connected to this restaurant.",
  "FORBIDDEN_TOOL.foreign_app":
    "Only owners can disconnect apps that others connected. Ask an owner.",
  "INVALID_INPUT.key_without_name":
    "Say what the key is for. The log shows this text as the name of the key.",
  "INVALID_INPUT.key_without_brand": "Tick at least one restaurant.",
  "INVALID_INPUT.key_foreign_brands": ({ say }) => `You do not own ${say.brands.join(", ")}.`,
  "INVALID_INPUT.key_without_scope":
    "Tick at least one permission: a key without permissions can do nothing.",
  "INVALID_INPUT.key_tools_unclear":
    "You ticked tools. To allow only these, choose “Only these”. To allow all tools, untick them.",
  "INVALID_INPUT.key_without_tool": "Tick at least one tool, or allow all of them.",
  "INVALID_INPUT.key_tool_excluded": ({ say }) =>
    `“${say.title}” needs the permission “${SCOPE_WORDS[say.scope].short}”: tick that permission above as well, or untick the tool.`,
  "INVALID_INPUT.key_day_over":
    "This day is over. Choose a later day, or leave the field empty for a key that does not expire.",
  "INVALID_INPUT.key_budget": "Type a whole number of at least 1, or leave the field empty.",
} satisfies Partial<ReasonSentences>;

export const COMPROMISED: Readonly<Record<Compromise, string>> = {
  code_replayed: "Its authorization code was used twice: somebody else may have seen it.",
  code_guessed: "Its authorization code was tried several times with a wrong code verifier.",
  refresh_token_replayed: "A used refresh token was used again: somebody else may have it.",
};

const NOT_YOURS: Readonly<Record<NotYours, (name: string) => string>> = {
  one_at_a_time: () => "Choose one restaurant at a time.",
  team_needs_owner: () => "Only owners can change who is in the team.",
  accounts_need_owner: () => "Only owners can change accounts.",
  yourself: () => "This is your own account: another owner must change it.",
  owns_instance: (name) =>
    `${name} owns the whole instance, so their role in a restaurant cannot be changed.`,
  owns_instance_and_you_do_not: (name) =>
    `${name} owns the whole instance. Only another owner of the whole instance can change their account.`,
  // Must not disclose where else the person works.
  works_elsewhere: (name) =>
    `Only an owner of the whole instance can change the account of ${name}. ` +
    "You can still change their role here, or remove them from the team.",
};
