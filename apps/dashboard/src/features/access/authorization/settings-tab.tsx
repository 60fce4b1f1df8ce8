import type { AuthorizationSource } from '@mqdeck/contract'
import { useChange, useFresh, useIsViewer } from '../../../api/index.ts'
import { useMessages } from '../../../i18n/index.ts'
import { isRecord } from '../../../lib/json-path.ts'
import { PlugInForm } from '../../../schema-form/index.ts'
import { toast } from '../../../ui/index.ts'
import { drawnFields } from './acl/acl-field.tsx'
import { manifestOf } from './kinds.ts'
import { messages } from './messages.ts'
import { saveSource, sourceQuery } from './queries.ts'
import { hiddenFields, useFormGroups, usePlaceholders, useRulesCheck } from './use-form-parts.ts'
import { useTrySource } from './use-try-source.ts'

const noStructs = [] as const

export function SettingsTab({ source }: { readonly source: AuthorizationSource }) {
  const { saved } = useMessages(messages)
  const { type } = source
  const fresh = useFresh(sourceQuery, { type })
  const { run } = useChange(saveSource)
  const { tryOut, drawer } = useTrySource(type)
  return (
    <>
      <PlugInForm
        structs={manifestOf(type)?.structs ?? noStructs}
        mode="edit"
        value={source}
        groups={useFormGroups()}
        hide={hiddenFields}
        completions={usePlaceholders()}
        tryOut={tryOut}
        customFields={drawnFields}
        check={useRulesCheck()}
        readOnly={useIsViewer()}
        confirmDiff
        current={fresh}
        onSave={async (next) => {
          await run({ ...(isRecord(next) && next), type })
          toast.success(saved)
        }}
      />
      {drawer}
    </>
  )
}
