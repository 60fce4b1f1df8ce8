import { getAuthorizationSettings, listAuthenticators, listAuthzSources } from '@mqdeck/contract'
import { defineQuery } from '../../api/index.ts'
import type { DraftText } from './draft-text.ts'

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
