// Goal: phone numbers are shown as people of the restaurant's country write them.
import { expect, test } from "bun:test";
import { callingCode, phonePattern, shownPhone } from "../../src/domain/phone-text.ts";

test.each([
  ["+12127365000", "US", "(212) 736-5000"],
  ["+12127365000", "IT", "+1 212 736 5000"],
  ["+393123456789", "IT", "312 345 6789"],
  ["+15555550123", "US", "+15555550123"],
])("%s in %s is shown as %s", (phone, country, shown) => {
  expect(shownPhone(phone, country)).toBe(shown);
});

test.each([
  ["US", "(###) ###-####", "+1"],
  ["IT", "### ### ####", "+39"],
  ["XX", null, null],
])("numbers of %s have the pattern %p and the calling code %p", (country, pattern, code) => {
  expect([phonePattern(country), callingCode(country)]).toEqual([pattern, code]);
});
