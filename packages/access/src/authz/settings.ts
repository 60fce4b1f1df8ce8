/** Settings of any source. The other fields depend on its type. */
export interface SourceSettings {
  readonly type: string
  readonly enable: boolean
  readonly [field: string]: unknown
}

/** The root `authorization` in plain units. */
export interface AuthorizationSettings {
  readonly no_match: 'allow' | 'deny'
  readonly deny_action: 'ignore' | 'disconnect'
  /** Result if a source cannot be queried. */
  readonly source_failure: 'deny' | 'ignore'
  /** Whether sessions are authorized again after a change of rules. */
  readonly recheck_sessions: boolean
  readonly cache: CacheSettings
  readonly sources: readonly SourceSettings[]
}

export interface CacheSettings {
  readonly enable: boolean
  /** Decisions for each client. */
  readonly max_size: number
  /** Milliseconds. */
  readonly ttl: number
  /** Topic filters. */
  readonly excludes: readonly string[]
}
