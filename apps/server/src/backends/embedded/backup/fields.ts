import * as z from 'zod'

/** The last time that a date can represent. */
const lastSecond = 8_640_000_000_000

export const epochSeconds = () => z.number().min(0).max(lastSecond)

/** JSON cannot represent infinity. */
export const secondsOrNever = () => z.union([epochSeconds(), z.literal('infinity')])
