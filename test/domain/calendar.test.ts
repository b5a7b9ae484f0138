// Goal: the times of services, the grid of starts, slots and "today" are right across midnight,
// clock changes and special days.
import { describe, expect, test } from "bun:test";
import {
  gridOf,
  type OpenService,
  serviceAt,
  servicesOn,
  slotOf,
  todayOf,
} from "../../src/domain/calendar.ts";
import { type BrandSettings, resolveSettings, type Service } from "../../src/domain/settings.ts";
import { addDays, displayTime, HOUR, MINUTE, timeOf, wallInstants } from "../../src/domain/time.ts";

const EVERY_DAY = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
const service = (
  opens: string,
  lastSeating: string,
  closes: string,
  more: Partial<Service> = {},
) => ({
  name: "Dinner",
  days: EVERY_DAY,
  opens,
  lastSeating,
  closes,
  limits: {},
  ...more,
});
const brand = (overrides: object): BrandSettings =>
  resolveSettings({ timeZone: "America/New_York", defaultCountry: "US", ...overrides });
const only = (settings: BrandSettings, date: string): OpenService => {
  const { services } = servicesOn(settings, date);
  if (services.length !== 1) throw new Error(`${services.length} services on ${date}`);
  return services[0] as OpenService;
};
const at = (date: string, time: string, zone = "America/New_York"): number => {
  const found = wallInstants(date, time, zone);
  if (found.kind !== "one") throw new Error(`${date} ${time} is a ${found.kind}`);
  return found.at;
};

describe("services of a date", () => {
  test("are by default a dinner from Tuesday to Sunday", () => {
    const dinner = only(brand({}), "2026-11-20");
    expect(dinner).toEqual({
      name: "Dinner",
      serviceDate: "2026-11-20",
      opens: at("2026-11-20", "17:00"),
      lastSeating: at("2026-11-20", "21:30"),
      closes: at("2026-11-20", "23:30"),
      limits: {
        seats: 40,
        maxPartiesPresent: null,
        overbookCovers: 0,
        slotMinutes: 15,
        paceCovers: 10,
        paceParties: null,
      },
    });
    expect(servicesOn(brand({}), "2026-11-23")).toEqual({ closed: true, note: null, services: [] });
  });

  test("are in order of opening; each service's limits override the brand's", () => {
    const settings = brand({
      seats: 30,
      services: [
        service("18:00", "21:00", "23:00", { limits: { seats: null, slotMinutes: 30 } }),
        service("12:00", "13:30", "15:00", { name: "Lunch", limits: { seats: 20 } }),
      ],
    });
    const { services } = servicesOn(settings, "2026-11-20");
    expect(services.map(({ name, limits }) => [name, limits.seats, limits.slotMinutes])).toEqual([
      ["Lunch", 20, 15],
      ["Dinner", null, 30],
    ]);
  });

  test("end on the next day if the closing time is the opening time or earlier; a last seating earlier than the opening time is on the next day, too", () => {
    const late = only(brand({ services: [service("18:00", "00:30", "02:00")] }), "2026-11-20");
    expect([late.lastSeating, late.closes]).toEqual([
      at("2026-11-21", "00:30"),
      at("2026-11-21", "02:00"),
    ]);
    const around = only(brand({ services: [service("06:00", "05:00", "06:00")] }), "2026-11-20");
    expect(around.closes - around.opens).toBe(24 * HOUR);
    expect(around.lastSeating).toBe(at("2026-11-21", "05:00"));
  });

  test("have a single start if the last seating equals the opening", () => {
    const single = only(brand({ services: [service("19:00", "19:00", "23:00")] }), "2026-11-20");
    expect(single.lastSeating).toBe(single.opens);
    expect(gridOf(single)).toEqual([single.opens]);
  });
});

describe("the cached services of a date", () => {
  const closed = brand({ specialDays: { "2026-11-20": { closed: true } } });
  const open = brand({});
  const dates = Array.from({ length: 600 }, (_, days) => addDays("2026-11-01", days));

  test("equal those calculated from a copy of the settings, even after hundreds of other dates", () => {
    for (const settings of [closed, open]) {
      for (const date of [...dates, ...dates.toReversed()]) {
        expect(servicesOn(settings, date)).toEqual(servicesOn({ ...settings }, date));
      }
    }
  });

  test("are not returned for other settings", () => {
    expect(servicesOn(open, "2026-11-20").closed).toBe(false);
    expect(servicesOn(closed, "2026-11-20").closed).toBe(true);
    expect(servicesOn(open, "2026-11-20")).toBe(servicesOn(open, "2026-11-20"));
  });
});

describe("a special day", () => {
  const settings = brand({
    services: [service("18:00", "00:30", "02:00")],
    specialDays: {
      "2026-12-25": { closed: true, note: "Christmas" },
      "2026-12-31": {
        note: "New Year's Eve",
        services: [{ name: "Gala", opens: "19:00", lastSeating: "19:30", closes: "03:00" }],
      },
      "2026-12-24": { note: "Set menu only" },
      "2026-12-30": { services: [] },
    },
  });

  test("that is closed has no services and says why", () => {
    expect(servicesOn(settings, "2026-12-25")).toEqual({
      closed: true,
      note: "Christmas",
      services: [],
    });
    expect(servicesOn(settings, "2026-12-30").closed).toBe(true);
  });

  test("has its services instead of the weekday's", () => {
    expect(only(settings, "2026-12-31")).toMatchObject({
      name: "Gala",
      lastSeating: at("2026-12-31", "19:30"),
      closes: at("2027-01-01", "03:00"),
    });
    expect(servicesOn(settings, "2026-12-31").note).toBe("New Year's Eve");
  });

  test("with only a note keeps its hours", () => {
    expect(servicesOn(settings, "2026-12-24")).toMatchObject({
      closed: false,
      note: "Set menu only",
    });
    expect(only(settings, "2026-12-24").name).toBe("Dinner");
  });

  test("that is closed does not cut off the evening before", () => {
    const afterMidnight = at("2026-12-25", "00:15");
    expect(serviceAt(settings, afterMidnight)?.serviceDate).toBe("2026-12-24");
    expect(serviceAt(settings, at("2026-12-25", "18:00"))).toBeNull();
    expect(serviceAt(settings, at("2026-12-26", "00:15"))).toBeNull();
  });
});

describe("clock changes", () => {
  const night = brand({ services: [service("22:00", "02:00", "03:00")] });

  test.each([
    ["2027-03-13", 4],
    ["2026-10-31", 6],
    ["2026-11-07", 5],
    ["2027-03-20", 5],
    ["2026-10-24", 5],
  ])("22:00 to 03:00 in New York on %s lasts %d hours", (date, hours) => {
    const { opens, closes } = only(night, date);
    expect(closes - opens).toBe(hours * HOUR);
  });

  test("in ten years a service lasts five hours every night except for the two clock changes of each year", () => {
    const lengths = new Map<number, number>();
    for (let date = "2025-01-01"; date < "2035-01-01"; date = addDays(date, 1)) {
      const { opens, closes } = only(night, date);
      const hours = (closes - opens) / HOUR;
      lengths.set(hours, (lengths.get(hours) ?? 0) + 1);
    }
    expect(lengths).toEqual(
      new Map([
        [5, 3_632],
        [4, 10],
        [6, 10],
      ]),
    );
  });

  test("with a repeated hour the grid has 1:00 AM and 1:30 AM twice, as different instants", () => {
    const grid = gridOf(only(brand({ slotMinutes: 30, services: night.services }), "2026-10-31"));
    const labels = grid.map((start) => displayTime(start, "America/New_York"));
    expect(labels.filter((label) => label === "1:00 AM").length).toBe(2);
    expect(labels.filter((label) => label === "1:30 AM").length).toBe(2);
    expect(new Set(grid).size).toBe(grid.length);
    expect(labels.at(-1)).toBe("2:00 AM");
  });

  test("a service opens at the first occurrence of a repeated time, and its last seating and closing are at the second", () => {
    const early = only(brand({ services: [service("01:30", "04:00", "05:00")] }), "2026-11-01");
    expect(early.opens).toBe(1793511000000);
    const late = only(brand({ services: [service("22:00", "01:30", "03:00")] }), "2026-10-31");
    expect(late.lastSeating).toBe(1793514600000);
    const closing = only(brand({ services: [service("22:00", "00:30", "01:30")] }), "2026-10-31");
    expect(closing.closes).toBe(1793514600000);
  });

  test("a service that opens at a skipped time opens at the first instant after it", () => {
    const gap = only(brand({ services: [service("02:30", "04:00", "05:00")] }), "2027-03-14");
    expect(timeOf(gap.opens, "America/New_York")).toBe("03:00");
    expect(gap.opens).toBe(at("2027-03-14", "03:00"));
  });

  test("a last seating at a skipped time is not moved later", () => {
    const gap = only(brand({ services: [service("22:00", "02:30", "05:00")] }), "2027-03-13");
    expect(timeOf(gap.lastSeating, "America/New_York")).toBe("01:59");
    expect(displayTime(gridOf(gap).at(-1) as number, "America/New_York")).toBe("1:45 AM");
    const both = only(brand({ services: [service("02:15", "02:45", "05:00")] }), "2027-03-14");
    expect(gridOf(both)).toEqual([at("2027-03-14", "03:00")]);
  });

  test("a service entirely within the skipped hour does not take place", () => {
    const gone = brand({ services: [service("02:00", "02:15", "02:45")] });
    expect(servicesOn(gone, "2027-03-14").services).toEqual([]);
    expect(servicesOn(gone, "2027-03-15").services.length).toBe(1);
  });

  test("a service that opens at a skipped midnight opens when the day begins", () => {
    const cairo = brand({
      timeZone: "Africa/Cairo",
      services: [service("00:00", "02:00", "03:00")],
    });
    const { opens, closes } = only(cairo, "2026-04-24");
    expect(timeOf(opens, "Africa/Cairo")).toBe("01:00");
    expect(closes - opens).toBe(2 * HOUR);
  });
});

describe("the service at an instant", () => {
  const settings = brand({
    services: [
      service("12:00", "14:30", "15:00", { name: "Lunch" }),
      service("18:00", "00:30", "02:00"),
    ],
  });

  test.each([
    ["2026-11-20", "11:59", null, null],
    ["2026-11-20", "12:00", "Lunch", "2026-11-20"],
    ["2026-11-20", "14:59", "Lunch", "2026-11-20"],
    ["2026-11-20", "15:00", null, null],
    ["2026-11-20", "18:00", "Dinner", "2026-11-20"],
    ["2026-11-21", "01:59", "Dinner", "2026-11-20"],
    ["2026-11-21", "02:00", null, null],
  ])("%s %s: service %p of the service date %p", (date, time, name, serviceDate) => {
    const found = serviceAt(settings, at(date, time));
    expect(found?.name ?? null).toBe(name);
    expect(found?.serviceDate ?? null).toBe(serviceDate);
  });

  test("is the same for both occurrences of a repeated time", () => {
    for (const instant of [1793511000000, 1793514600000]) {
      expect(serviceAt(settings, instant)?.serviceDate).toBe("2026-10-31");
    }
  });

  test("is the one that opens, if another closes at the same instant", () => {
    const back = brand({
      services: [
        service("12:00", "14:00", "17:00", { name: "Lunch" }),
        service("17:00", "21:00", "23:00"),
      ],
    });
    expect(serviceAt(back, at("2026-11-20", "16:59"))?.name).toBe("Lunch");
    expect(serviceAt(back, at("2026-11-20", "17:00"))?.name).toBe("Dinner");
  });
});

describe("today", () => {
  const settings = brand({
    services: [
      service("12:00", "14:30", "15:00", { name: "Lunch" }),
      service("18:00", "00:30", "02:00"),
    ],
  });

  test.each([
    ["2026-11-20", "20:00", "2026-11-20", "while dinner runs"],
    ["2026-11-21", "01:59", "2026-11-20", "while last evening's dinner runs"],
    ["2026-11-21", "02:00", "2026-11-20", "when dinner closes"],
    ["2026-11-21", "04:59", "2026-11-20", "less than three hours after dinner closed"],
    ["2026-11-21", "05:00", "2026-11-21", "three hours after dinner closed"],
    ["2026-11-21", "09:00", "2026-11-21", "in the morning"],
    ["2026-11-21", "16:00", "2026-11-21", "between services"],
  ])("at %s %s is %s: %s", (date, time, today) => {
    expect(todayOf(settings, at(date, time))).toBe(today);
  });

  test("is the date of a running service, not of one that has just ended", () => {
    const early = brand({
      services: [
        service("18:00", "00:30", "02:00"),
        service("04:00", "06:00", "08:00", { name: "Breakfast" }),
      ],
    });
    expect(todayOf(early, at("2026-11-21", "03:59"))).toBe("2026-11-20");
    expect(todayOf(early, at("2026-11-21", "04:00"))).toBe("2026-11-21");
  });

  test("is Friday until three hours after a Friday service of nearly 24 hours that ends on Saturday", () => {
    const long = brand({ services: [service("23:45", "23:00", "23:30", { days: ["fri"] })] });
    expect(todayOf(long, at("2026-11-22", "01:00"))).toBe("2026-11-20");
    expect(todayOf(long, at("2026-11-22", "02:30"))).toBe("2026-11-22");
  });

  test("lasts three real hours beyond a service, even when an hour is repeated", () => {
    const late = brand({ services: [service("18:00", "00:00", "00:30")] });
    // Three hours after 0:30 EDT it is 2:30 EST.
    expect(todayOf(late, at("2026-11-01", "02:29"))).toBe("2026-10-31");
    expect(todayOf(late, at("2026-11-01", "02:30"))).toBe("2026-11-01");
  });

  test("is the calendar date if the restaurant has no services", () => {
    const none = brand({ services: [] });
    expect(todayOf(none, at("2026-11-21", "00:00"))).toBe("2026-11-21");
  });
});

describe("slots", () => {
  const open: Pick<OpenService, "opens" | "limits"> = {
    opens: 1_000 * MINUTE,
    limits: only(brand({}), "2026-11-20").limits,
  };

  test.each([
    [1_000, 1_000, 1_015],
    [1_014, 1_000, 1_015],
    [1_015, 1_015, 1_030],
    [999, 985, 1_000],
  ])("minute %d is in the slot from %d to %d", (minute, from, to) => {
    expect(slotOf(open, minute * MINUTE)).toEqual({ from: from * MINUTE, to: to * MINUTE });
  });

  test("the grid ends before a last seating that is not on the grid", () => {
    const odd = only(
      brand({ slotMinutes: 25, services: [service("17:00", "18:00", "20:00")] }),
      "2026-11-20",
    );
    expect(gridOf(odd).map((start) => timeOf(start, "America/New_York"))).toEqual([
      "17:00",
      "17:25",
      "17:50",
    ]);
  });
});
