import type { Status } from "../../../domain/reservation-states.ts";

interface Notice {
  readonly title: string;
  readonly text: string;
}

const badForm: Notice = {
  title: "That did not work",
  text: "Please open the link in your text again and use the buttons on the page.",
};

const statusTitles: Readonly<Record<Status, string>> = {
  booked: "Your reservation",
  pending: "Your request",
  arrived: "Welcome",
  seated: "Welcome",
  completed: "Thank you for your visit",
  no_show: "We missed you",
  cancelled: "This reservation is cancelled",
};

export const pages = {
  hello: (firstName: string): string => `Hello ${firstName},`,
  facts: { day: "Day", time: "Time", guests: "Guests" },
  time: (time: string): string => time,
  closed: {
    unknown: {
      title: "This link does not work",
      text: "Please check that it is complete, or call the restaurant.",
    },
    expired: {
      title: "This link has expired",
      text: "The reservation or offer has passed. We hope to see you again.",
    },
  },
  badForm,
  tooMany: {
    title: "Too many attempts",
    text: (seconds: number): string =>
      `Please try again in ${seconds} ${seconds === 1 ? "second" : "seconds"}, or call the restaurant.`,
  },
  /** Why a button failed. */
  outcomes: {
    gone: "Sorry, that table has just been taken.",
    changed: "This has changed since you opened the page. Please look again.",
    refused: "That is no longer possible. Please call us{phone}.",
  },
  offer: {
    titles: {
      open: "A table is free for you",
      late: "We could not hold the table any longer",
      taken: "The table is yours",
      passed: "You passed on this table",
      closed: "This table is no longer free",
    },
    held: { before: "We are holding this table for you until ", after: "." },
    /** Used if the hold ends on another day than the start. */
    heldUntil: (time: string, day: string): string => `${time} on ${day}`,
    late: "We no longer hold this table. It may still be free: ask for it, and you will know right away.",
    taken: "We look forward to seeing you.",
    stillWaiting:
      "You are still on our waitlist, and we will text you when another table comes free.",
    notWaiting: "Please call us{phone} if you would like to come.",
    accept: "Take the table",
    pass: "No, thank you",
    ask: "Ask for the table",
    seeReservation: "See the reservation",
  },
  reservation: {
    titles: statusTitles,
    released:
      "We did not hear from you and released your table. It may still be free: tell us if you are coming, and you will know right away.",
    cancelled: "If that is wrong, please call us{phone}.",
    pending: "We have your request. It is not booked yet; we will text you.",
    unanswered: "Are you coming? Please let us know, so that we can keep your table.",
    fixed: "If you need anything, please call us{phone}.",
    confirmed: "Thank you for confirming. We look forward to seeing you.",
    booked: "We look forward to seeing you.",
    confirm: "Yes, we are coming",
    calendar: "Add to your calendar",
    plansChanged: "Our plans have changed",
    beforeCancel: "We will give your table to other guests. You cannot undo this here.",
    cancel: "Cancel the reservation",
  },
  calendar: {
    file: "reservation.ics",
    summary: (brand: string, size: number): string => `${brand}: table for ${size}`,
  },
};
export type PageWords = typeof pages;
