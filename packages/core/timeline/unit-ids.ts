// Ids of units. The same block gets the same unit ids in every manifest, so that players can keep their position.

export type UnitPurpose = "leading_silence" | "asset" | "trailing_silence" | "spacing" | "sfx";

const PURPOSE_DIGIT: { readonly [purpose in UnitPurpose]: string } = {
  leading_silence: "1",
  asset: "2",
  trailing_silence: "3",
  spacing: "4",
  sfx: "5",
};

/**
 * The unit ids of a block: UUIDs of version 8 (RFC 9562, section 5.8) that hold 118 bits of the hash of the block's id
 * and the unit's purpose. One hash for all units of a block.
 */
export function unitIds(blockId: string, hash: (text: string) => string): (purpose: UnitPurpose) => string {
  const digits = hash(`fullcast-unit:${blockId}`);
  const head = `${digits.slice(0, 8)}-${digits.slice(8, 12)}-8${digits.slice(12, 15)}`;
  const variant = (8 + (Number.parseInt(digits[15]!, 16) & 3)).toString(16);
  const tail = `${variant}${digits.slice(16, 19)}-${digits.slice(19, 30)}`;
  return (purpose) => `${head}-${tail}${PURPOSE_DIGIT[purpose]}`;
}
