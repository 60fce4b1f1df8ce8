const megabyte = 1024 * 1024

/** What an archive may be; in bytes. Nobody's has reason to be more, and unpacking must not fill the memory or the night. */
export interface ArchiveLimits {
  /** Of the file. */
  readonly file: number
  /** Of all that is in it. */
  readonly contents: number
  readonly entries: number
  /** Of each of the small texts: the configuration, a certificate. */
  readonly text: number
  /** Of one record. */
  readonly line: number
}

export const archiveLimits: ArchiveLimits = {
  file: 1024 * megabyte,
  contents: 8 * 1024 * megabyte,
  entries: 10_000,
  text: 16 * megabyte,
  line: 64 * megabyte,
}
