/**
 * Forms from EMQX's schemas.
 *
 * ```tsx
 * const form = useSchemaForm({ document: hotconf, component: 'emqx.mqtt', mode: 'edit', value: zone.mqtt })
 * return <SchemaForm form={form} groups={groups} confirmDiff onSave={(mqtt) => save.run({ mqtt })} />
 * ```
 */

export { useBackendGroups, useClientPlaceholders } from './backend-parts.ts'
export type { FormGroup } from './form-groups.ts'
export { hotConfQuery } from './hot-conf.ts'
export { type OutsideChange, OutsideChangeNotice } from './outside-change.tsx'
export { PlugInForm } from './plug-in-form.tsx'
export { SchemaForm } from './schema-form.tsx'
export { SettingsForm, type SettingsFormProps, withCheck } from './settings-form.tsx'
export { SettingsPage, type SettingsPageProps } from './settings-page.tsx'
export { useSchemaForm } from './use-schema-form.ts'
export type { Fault } from './validate.ts'
export type { SchemaDocument, WireSchema } from './wire.ts'
