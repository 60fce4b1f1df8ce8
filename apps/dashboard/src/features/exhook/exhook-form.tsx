import { exhookServer } from '@mqdeck/contract'
import { useMemo } from 'react'
import { useChange, useEdition } from '../../api/index.ts'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { isRecord } from '../../lib/json/json-path.ts'
import { type FormGroup, PlugInForm, type PlugInFormProps } from '../../schema-form/index.ts'
import { exhookMessages } from './messages.ts'
import { exhookChanges } from './queries.ts'

type Settings = Readonly<Record<string, unknown>>

interface ExHookFormProps extends Pick<PlugInFormProps, 'readOnly' | 'saveLabel' | 'confirmDiff' | 'current'> {
  /** Of an existing server, whose form has no name. */
  readonly name?: string
  /** Stable. */
  readonly value: Settings
  readonly onSave: (name: string, settings: Settings) => Promise<unknown>
}

const structs = [exhookServer]
const ofNew = ['enable'] as const
const ofExisting = ['enable', 'name'] as const

/** The settings of a server, with a test of the connection. */
export function ExHookForm({ name, value, readOnly = false, onSave, ...shown }: ExHookFormProps) {
  const texts = useMessages(exhookMessages)
  const format = useFormat()
  const { run: test } = useChange(exhookChanges.test)
  const exists = name !== undefined
  const isMQDeck = useEdition() === 'mqdeck'
  const hints = useMemo(
    () => ({ failed_action: isMQDeck ? texts.failedActionNote : texts.failedActionNoteEmqx }),
    [isMQDeck, texts],
  )
  const groups = useMemo(
    (): readonly FormGroup[] => [
      {
        title: texts.connection,
        fields: [...(exists ? [] : ['name']), 'url', 'failed_action', 'request_timeout', 'auto_reconnect', 'pool_size'],
      },
      { title: 'TLS', fields: ['ssl'] },
    ],
    [texts, exists],
  )
  const read = (form: unknown): { readonly name: string; readonly settings: Settings } => {
    const { name: typed, ...settings } = isRecord(form) ? form : {}
    return { name: name ?? String(typed ?? ''), settings }
  }
  return (
    <PlugInForm
      {...shown}
      structs={structs}
      mode={exists ? 'edit' : 'create'}
      value={value}
      groups={groups}
      hide={exists ? ofExisting : ofNew}
      readOnly={readOnly}
      warning={() => (exists ? texts.saveWarning : texts.newWarning)}
      hints={hints}
      {...(!readOnly &&
        isMQDeck && {
          onTest: async (form: unknown) => {
            const answer = await test(read(form))
            return texts.tested(answer.version, texts.hookCount(answer.hooks.length), format.span(answer.took))
          },
        })}
      onSave={(form) => {
        const { name: saved, settings } = read(form)
        return onSave(saved, settings)
      }}
    />
  )
}
