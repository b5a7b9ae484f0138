import type { Role } from "../../src/domain/caller.ts";
import type { Clock } from "../../src/domain/ids.ts";
import {
  changePassword,
  disableUser,
  enableUser,
  giveRole,
  leaveTeams,
  resetFactor,
} from "../../src/operations/team/team-changes.ts";
import type { Stores } from "../../src/storage/stores.ts";
import type { Writer } from "../../src/storage/writer.ts";

/** Changes users and teams, each change in its own write, without checking permissions. */
export type Teams = ReturnType<typeof createTeams>;

export function createTeams({
  stores,
  writer,
  clock,
}: {
  readonly stores: Stores;
  readonly writer: Pick<Writer, "write">;
  readonly clock: Clock;
}) {
  const at = (userId: string) => ({ userId, at: clock() });
  return {
    changePassword: (userId: string, hash: string) =>
      writer.write(() => changePassword(stores, at(userId), hash)),
    disableUser: (userId: string) => writer.write(() => disableUser(stores, at(userId))),
    enableUser: (userId: string) => writer.write(() => enableUser(stores, at(userId))),
    resetFactor: (userId: string) => writer.write(() => resetFactor(stores, at(userId))),
    leaveTeams: (userId: string, brands: readonly string[]) =>
      writer.write(() => leaveTeams(stores, at(userId), brands)),
    giveRole: (userId: string, brands: readonly string[], role: Role, hash?: string) =>
      writer.write(() => {
        const refused = giveRole(stores, at(userId), brands, role);
        if (refused === null && hash !== undefined) changePassword(stores, at(userId), hash);
        return refused;
      }),
  };
}
