/** A stay as pages have it; epoch milliseconds. */
interface Stay {
  readonly timestamp: number;
  readonly endTimestamp: number;
  readonly seatedAt: number | null;
}

/** When a party that sits leaves: a table that sat down late ends late, as it occupies its seats. */
export const leavesAt = ({ timestamp, endTimestamp, seatedAt }: Stay): number =>
  (seatedAt ?? timestamp) + (endTimestamp - timestamp);
