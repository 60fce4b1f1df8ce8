import { AppError } from '@mqdeck/contract'

/** Error for a rejected archive, with EMQX's code. */
export const archiveError = (message: string, cause?: unknown): AppError =>
  new AppError('BAD_REQUEST', message, cause === undefined ? {} : { cause })

const megabytes = (bytes: number) => `${Math.floor(bytes / 1024 / 1024)} MB`

/** Status 413. */
export const tooLarge = (what: string, limit: number): AppError =>
  new AppError('BAD_REQUEST', `${what} is larger than ${megabytes(limit)}`, { status: 413 })
