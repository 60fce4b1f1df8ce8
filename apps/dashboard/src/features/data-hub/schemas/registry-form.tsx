import { externalRegistry, namedRegistry } from '@mqdeck/contract'
import { useState } from 'react'
import { useChange } from '../../../api/index.ts'
import { useMessages } from '../../../i18n/index.ts'
import { isRecord } from '../../../lib/json-path.ts'
import { PlugInForm } from '../../../schema-form/index.ts'
import { toast } from '../../../ui/index.ts'
import { schemaMessages } from './messages.ts'
import { type Registry, registryChanges } from './queries.ts'

const structsOfNew = [namedRegistry]
const structsOfExisting = [externalRegistry]
const hidden = ['type'] as const

interface RegistryFormProps {
  readonly edited: Registry | 'new'
  readonly onDirty: (isDirty: boolean) => void
  readonly onDone: () => void
}

/** The settings of an external registry. */
export function RegistryForm({ edited, onDirty, onDone }: RegistryFormProps) {
  const texts = useMessages(schemaMessages)
  const { run: create } = useChange(registryChanges.create)
  const { run: update } = useChange(registryChanges.update)
  const isNew = edited === 'new'
  const [value] = useState(() => {
    if (edited === 'new') return { type: 'confluent' }
    const { name: _, ...settings } = edited
    return settings
  })
  return (
    <PlugInForm
      structs={isNew ? structsOfNew : structsOfExisting}
      mode={isNew ? 'create' : 'edit'}
      value={value}
      hide={hidden}
      guard={false}
      withJson={false}
      onDirty={onDirty}
      {...(isNew && { saveLabel: texts.create })}
      onSave={async (form) => {
        const { name: typed, ...settings } = isRecord(form) ? form : {}
        const name = edited === 'new' ? String(typed ?? '') : edited.name
        await (isNew ? create : update)({ name, settings })
        toast.success(isNew ? texts.createdNamed(name) : texts.savedNamed(name))
        onDone()
      }}
    />
  )
}
