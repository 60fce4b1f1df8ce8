/** The text of an amount field; numbers of an answer get the unit they count in. Undefined while it is empty. */
export function amountText(value: unknown, numberUnit: string): string | undefined {
  if (typeof value === 'number') return `${value}${numberUnit}`
  return typeof value === 'string' && value !== '' ? value : undefined
}
