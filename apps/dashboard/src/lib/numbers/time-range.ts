/** Time ranges of the history, in seconds by their name in the URL. */
export const timeRanges = {
  '1h': 3600,
  '6h': 21_600,
  '12h': 43_200,
  '1d': 86_400,
  '3d': 259_200,
  '7d': 604_800,
} as const

export type TimeRange = keyof typeof timeRanges

export const timeRangeNames: readonly ['1h', '6h', '12h', '1d', '3d', '7d'] = ['1h', '6h', '12h', '1d', '3d', '7d']
