import type { AuthorizationSource } from '@mqdeck/contract'
import { useMemo } from 'react'
import { useChange, useData } from '../../../api/index.ts'
import { useMessages } from '../../../i18n/index.ts'
import { type MemberActions, type MemberOptions, useMemberActions } from '../chain/index.ts'
import { hasRules, isEnabled } from './kinds.ts'
import { messages } from './messages.ts'
import { removeSource, setEnabled, settingsQuery, sourcesQuery } from './queries.ts'
import { useNameOf } from './use-name-of.ts'

export type SourceActions = MemberActions<AuthorizationSource>

/** The decision if no source matches; `unknown` until it is loaded. */
export function useNoMatch(): 'allow' | 'deny' | 'unknown' {
  return useData(settingsQuery, undefined).data?.no_match ?? 'unknown'
}

/** The confirmations warn about the result if no enabled source would be left. */
export function useSourceActions(): SourceActions {
  const texts = useMessages(messages)
  const nameOf = useNameOf()
  const noMatch = useNoMatch()
  const { data: chain } = useData(sourcesQuery, undefined)
  const { run: runSetEnabled } = useChange(setEnabled)
  const { run: runDelete } = useChange(removeSource)
  const options = useMemo((): MemberOptions<AuthorizationSource> => {
    const { risks } = texts
    const isLast = ({ type }: AuthorizationSource) =>
      chain?.every((one) => one.type === type || !isEnabled(one)) === true
    return {
      nameOf,
      setEnabled: ({ type }, enable) => runSetEnabled({ type, enable }),
      delete: ({ type }) => runDelete({ type }),
      questions: { disable: texts.disableQuestion, delete: texts.deleteQuestion },
      risksOf: (one, isDeletion) => [
        ...(isEnabled(one) && isLast(one) ? [risks.none[noMatch]] : [risks.connect, risks.permissions]),
        ...(isDeletion && hasRules(one) ? [risks.rules] : []),
      ],
      note: risks.immediate,
    }
  }, [texts, nameOf, noMatch, chain, runSetEnabled, runDelete])
  return useMemberActions(options)
}
