import { externalRegistry, namedRegistry } from '@mqdeck/contract'
import { useMemo } from 'react'
import { isRecord } from '../../../lib/json/json-path.ts'
import { type FormGroup, PlugInForm, type PlugInFormProps } from '../../../schema-form/index.ts'

interface RegistryFormProps extends Pick<PlugInFormProps, 'readOnly' | 'saveLabel' | 'confirmDiff'> {
  /** Of an existing registry, whose form has no name. */
  readonly name?: string
  /** Stable. */
  readonly value: Readonly<Record<string, unknown>>
  readonly onSave: (name: string, settings: Readonly<Record<string, unknown>>) => Promise<unknown>
}

const ofNew = [namedRegistry]
const ofExisting = [externalRegistry]
const hidden = ['type'] as const

export function RegistryForm({ name, value, onSave, readOnly = false, ...shown }: RegistryFormProps) {
  const exists = name !== undefined
  const groups = useMemo(
    (): readonly FormGroup[] => [{ title: 'Confluent', fields: [...(exists ? [] : ['name']), 'url', 'auth'] }],
    [exists],
  )
  return (
    <PlugInForm
      {...shown}
      structs={exists ? ofExisting : ofNew}
      mode={exists ? 'edit' : 'create'}
      value={value}
      groups={groups}
      hide={hidden}
      readOnly={readOnly}
      onSave={(form) => {
        const { name: typed, ...settings } = isRecord(form) ? form : {}
        return onSave(name ?? String(typed ?? ''), settings)
      }}
    />
  )
}
