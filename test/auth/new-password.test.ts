// Goal: a new password is long enough and is not one that is commonly guessed. Existing passwords keep
// working.
import { describe, expect, test } from "bun:test";
import { newPasswordProblem } from "../../src/auth/new-password.ts";
import { openAccounts } from "../support/accounts.ts";
import { said } from "../support/said.ts";

const ADA = { email: "ada.king@chez-ana.example", name: "Ada King", brands: ["Chez Ana"] };

describe("a new password", () => {
  test.each([
    "correct horse battery",
    "twelve signs",
    "sieben grüne Flaschen",
    "十二文字以上の合い言葉です",
    "7f3k-m2pq-9xzt",
    "🍝🍕🥖🧀🍷🍇🫒🥦🍋🌶🧄🍅",
    "Ada King likes seven bottles",
  ])("%j is accepted", async (password) => {
    expect(await newPasswordProblem(password, ADA)).toBeNull();
  });

  test.each([
    ["", "0 characters; it needs at least 12"],
    ["eleven sign", "11 characters; it needs at least 12"],
    ["🍝🍝🍝🍝", "4 characters; it needs at least 12"],
    ["correct horse battery ".repeat(50), "1100 characters; the limit is 1024"],
  ])("%j is refused for its length", async (password, reason) => {
    expect(said(await newPasswordProblem(password, ADA))).toContain(reason);
  });

  test.each([
    "123456789012",
    "1q2w3e4r5t6y",
    "PasswordPassword",
    "password1234",
    "Iloveyou2026!!",
    "!!!dragon!!!2026",
    "ｐａｓｓｗｏｒｄ１２３４",
    "aaaaaaaaaaaa",
    "abcabcabcabc",
    "121212121212",
    "            ",
  ])("%j is refused as easily guessed, and the message does not repeat it", async (password) => {
    const problem = said(await newPasswordProblem(password, ADA));
    expect(problem).toContain("most guessed");
    expect(problem).not.toContain(password);
  });

  test.each([
    "ada.king@chez-ana.example",
    "Ada King 2026",
    "ada.king.2026",
    "ChezAna-2026",
    "chezanachezana",
    "maitred12345",
  ])("%j is refused because it is a name or an address that others know", async (password) => {
    expect(said(await newPasswordProblem(password, ADA))).toContain("name or an address");
  });
});

test("an existing short or common password still signs in", async () => {
  using house = await openAccounts();
  const user = await house.addUser("ada@example.com");
  for (const password of ["12345678", "dragon"]) {
    const hash = await house.passwords.hash(password);
    await house.teams.changePassword(user.id, hash);
    const attempt = { email: user.email, password, address: "203.0.113.7" };
    expect(await house.signIn(attempt)).toMatchObject({ ok: true });
  }
});
