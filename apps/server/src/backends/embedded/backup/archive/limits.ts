const megabyte = 1024 * 1024

/** Limits of an archive in bytes. They are far above real backups and keep unpacking from exhausting memory or time. */
export interface ArchiveLimits {
  /** Size of the file. */
  readonly file: number
  /** Size of the unpacked contents. */
  readonly contents: number
  readonly entries: number
  /** Size of each text, such as the configuration or a certificate. */
  readonly text: number
  /** Size of one record. */
  readonly line: number
}

export const archiveLimits: ArchiveLimits = {
  file: 1024 * megabyte,
  contents: 8 * 1024 * megabyte,
  entries: 10_000,
  text: 16 * megabyte,
  line: 64 * megabyte,
}
