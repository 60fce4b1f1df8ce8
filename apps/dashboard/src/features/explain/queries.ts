import {
  type ExplainRequest,
  explain,
  getAuthorizationSettings,
  listAuthenticators,
  listAuthzSources,
} from '@mqdeck/contract'
import { defineChange, defineQuery, orIfMissing } from '../../api/index.ts'
import type { DraftText } from './draft-text.ts'
import { type ExplainResult, toExplainResult } from './explain-result.ts'

/** Changes nothing on the broker. Runs only on request, and is not repeated. */
export const explainChange = defineChange<ExplainRequest, ExplainResult>({
  async apply(call, body) {
    const explanation = await orIfMissing(call(explain, { body }), undefined)
    if (explanation) return toExplainResult(explanation)
    // Brokers without this endpoint.
    const { estimateDecision } = await import('./estimate-queries.ts')
    return estimateDecision(call, body)
  },
  invalidates: [],
})

/** The current settings, as texts for a draft. */
export const currentSettingsQuery = defineQuery<undefined, DraftText>({
  name: 'explain-current',
  async load(call, _, signal) {
    const [chain, { sources }, { no_match, deny_action }] = await Promise.all([
      call(listAuthenticators, { signal }),
      call(listAuthzSources, { signal }),
      call(getAuthorizationSettings, { signal }),
    ])
    return {
      authentication: toText(chain.map(({ id: _id, ...settings }) => settings)),
      authorization: toText({ no_match, deny_action, sources }),
    }
  },
})

const toText = (value: unknown) => JSON.stringify(value, null, 2)
