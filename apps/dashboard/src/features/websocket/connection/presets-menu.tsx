import { IconBookmark, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useMessages } from '../../../i18n/index.ts'
import { Button, Checkbox, Menu } from '../../../ui/index.ts'
import { useValue } from '../index.ts'
import { connectionMessages } from './connection-messages.ts'
import type { ConnectionTab } from './connection-tabs.ts'
import { NameDialog } from './name-dialog.tsx'
import { presets, removePreset, savePreset } from './presets.ts'

/** Loads, saves and deletes presets. */
export function PresetsMenu({ tab: { settings, name } }: { readonly tab: ConnectionTab }) {
  const texts = useMessages(connectionMessages)
  const all = useValue(presets)
  const [isSaving, setSaving] = useState(false)
  const [withSecrets, setWithSecrets] = useState(false)
  return (
    <>
      <Menu
        trigger={<Button icon={<IconBookmark size={16} aria-hidden />}>{texts.presets}</Button>}
        items={[
          ...all.map((preset) => ({
            label: preset.name,
            onSelect: () => {
              settings.set(preset.settings)
              name.set(preset.name)
            },
          })),
          ...(all.length === 0 ? [{ label: texts.noPresets, onSelect: () => {}, disabled: true }] : []),
          { label: texts.savePreset, onSelect: () => setSaving(true) },
          ...all.map((preset) => ({
            label: texts.removePreset(preset.name),
            icon: <IconTrash size={16} aria-hidden />,
            danger: true,
            onSelect: () => removePreset(preset.name),
          })),
        ]}
      />
      <NameDialog
        opened={isSaving}
        onClose={() => setSaving(false)}
        title={texts.savePresetTitle}
        label={texts.presetName}
        hint={texts.presetHint}
        initial={name.get()}
        save={texts.save}
        cancel={texts.cancel}
        onSave={(presetName) => savePreset(presetName, settings.get(), withSecrets)}
      >
        <Checkbox
          label={texts.withSecrets}
          description={texts.withSecretsHint}
          checked={withSecrets}
          onChange={setWithSecrets}
        />
      </NameDialog>
    </>
  )
}
