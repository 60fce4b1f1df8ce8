import { HoconError, readHocon, writeHocon } from '@mqdeck/contract'
import * as z from 'zod'
import { archiveError } from '../archive-error.ts'

/** Origin of an archive. */
export interface Origin {
  /** `5.8.0` */
  readonly version: string
  readonly edition: 'ce' | 'ee'
  readonly node?: string | undefined
  /** RFC 3339. */
  readonly created_at?: string | undefined
  /** Installed plugins, whose packages the archive does not contain. Missing in EMQX's own archives. */
  readonly plugins: readonly string[]
}

/** Version of MQDeck. */
export interface OwnOrigin extends Origin {
  readonly node: string
  readonly created_at: string
}

export const toMeta = ({ version, edition, node, created_at, plugins }: OwnOrigin): string =>
  writeHocon({ version, edition, product: 'MQDeck', node, created_at, plugins: [...plugins] })

const Meta = z.looseObject({
  version: z.string(),
  edition: z.string(),
  node: z.string().max(300).optional().catch(undefined),
  created_at: z.string().max(100).optional().catch(undefined),
  plugins: z.array(z.string().max(300)).max(1000).catch([]),
})

/**
 * @param own version of this server
 * @throws {AppError} BAD_REQUEST with EMQX's message; also for an archive of a newer version
 */
export function readMeta(text: string | undefined, own: string): Origin {
  const read = Meta.safeParse(text === undefined ? undefined : parse(text))
  if (!read.success) throw archiveError('invalid backup archive file: missing META.hocon')
  const { version, edition, node, created_at, plugins } = read.data
  if (edition !== 'ce' && edition !== 'ee')
    throw archiveError('invalid backup archive content: wrong EMQX edition value in META.hocon')
  const [major, minor] = parts(version)
  if (major === undefined || minor === undefined)
    throw archiveError('invalid backup archive content: wrong EMQX version value in META.hocon')
  const [ownMajor = 0, ownMinor = 0] = parts(own)
  if (major > ownMajor || (major === ownMajor && minor > ownMinor))
    throw archiveError(
      `[warning] Backup version ${JSON.stringify(version)} is newer than EMQX version ${JSON.stringify(own)}, import is not allowed.`,
    )
  return { version, edition, node, created_at, plugins }
}

function parse(text: string): unknown {
  try {
    return readHocon(text)
  } catch (error) {
    if (error instanceof HoconError) throw archiveError(`META.hocon, line ${error.line}: ${error.reason}`, error)
    throw error
  }
}

const parts = (version: string): readonly number[] =>
  /^(\d{1,4})\.(\d{1,4})(\.|-|$)/.exec(version)?.slice(1, 3).map(Number) ?? []
