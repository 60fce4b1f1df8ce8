import * as z from 'zod'

/** The last one that a date can hold. */
const lastSecond = 8_640_000_000_000

export const epochSeconds = () => z.number().min(0).max(lastSecond)

/** JSON has no infinity. */
export const secondsOrNever = () => z.union([epochSeconds(), z.literal('infinity')])
