import type { ListedAuthenticator } from '@mqdeck/contract'
import { useMemo } from 'react'
import { useChange, useFresh, useIsViewer } from '../../../api/index.ts'
import { useMessages } from '../../../i18n/index.ts'
import { isRecord } from '../../../lib/json-path.ts'
import { PlugInForm } from '../../../schema-form/index.ts'
import { toast } from '../../../ui/index.ts'
import { detailMessages } from './detail-messages.ts'
import { formMessages } from './form-messages.ts'
import { warningOf } from './form-warning.ts'
import { manifestOf, settingsOf } from './kinds.ts'
import { authenticatorQuery, saveAuthenticator } from './queries.ts'
import { hiddenFields, useFormGroups, usePlaceholders } from './use-form-parts.ts'
import { useTryAuthenticator } from './use-try-authenticator.ts'

const noStructs = [] as const

export function SettingsTab({ authenticator }: { readonly authenticator: ListedAuthenticator }) {
  const texts = useMessages(formMessages)
  const { saved } = useMessages(detailMessages)
  const { id, mechanism, backend } = authenticator
  const manifest = manifestOf(authenticator)
  const value = useMemo(() => settingsOf(authenticator), [authenticator])
  const fresh = useFresh(authenticatorQuery, { id })
  const { run } = useChange(saveAuthenticator)
  const { tryOut, drawer } = useTryAuthenticator({ mechanism, backend })
  return (
    <>
      <PlugInForm
        structs={manifest?.structs ?? noStructs}
        mode="edit"
        value={value}
        groups={useFormGroups()}
        hide={hiddenFields}
        completions={usePlaceholders()}
        tryOut={tryOut}
        readOnly={useIsViewer()}
        confirmDiff
        current={async () => settingsOf(await fresh())}
        warning={(changes) => {
          const found = warningOf(
            authenticator,
            changes.map(({ path }) => path),
          )
          return found && texts.warnings[found]
        }}
        onSave={async (next) => {
          await run({
            id,
            settings: { ...(isRecord(next) && next), mechanism, ...(backend !== undefined && { backend }) },
          })
          toast.success(saved)
        }}
      />
      {drawer}
    </>
  )
}
