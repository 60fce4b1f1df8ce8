const powers: Readonly<Record<string, number>> = { '': 0, B: 0, K: 1, M: 2, G: 3, T: 4, P: 5 }

/** Parses sizes as in `/nodes` of EMQX into bytes: `23.54G`, `840.21M`, `512K`; undefined for other texts. */
export function parseByteSize(text: string | undefined): number | undefined {
  const match = /^([\d.]+)\s*([BKMGTP]?)B?$/i.exec(text ?? '')
  const amount = Number(match?.[1])
  const power = powers[match?.[2]?.toUpperCase() ?? '']
  return match && Number.isFinite(amount) && power !== undefined ? amount * 1024 ** power : undefined
}
