/** The text of an amount field. Numbers get their base unit. Undefined if empty. */
export function amountText(value: unknown, numberUnit: string): string | undefined {
  if (typeof value === 'number') return `${value}${numberUnit}`
  return typeof value === 'string' && value !== '' ? value : undefined
}
