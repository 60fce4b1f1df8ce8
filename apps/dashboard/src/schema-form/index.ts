/**
 * Forms from EMQX's schemas.
 *
 * ```tsx
 * const form = useSchemaForm({ document: hotconf, component: 'emqx.mqtt', mode: 'edit', value: zone.mqtt })
 * return <SchemaForm form={form} groups={groups} confirmDiff onSave={(mqtt) => save.run({ mqtt })} />
 * ```
 */

export { useBackendGroups, useClientPlaceholders } from './backend-parts.ts'
export { AclField } from './fields/acl-field.tsx'
export type { NodeFieldProps } from './form-context.ts'
export type { FormGroup } from './form-groups.ts'
export { hotConfQuery } from './hot-conf.ts'
export { componentsFor, indexComponents } from './index-components.ts'
export { type OutsideChange, OutsideChangeNotice } from './outside-change.tsx'
export { PlugInForm, type PlugInFormProps } from './plug-in-form.tsx'
export { type PlugInSchema, schemaOfComponents } from './plug-in-schema.ts'
export { readableName } from './readable-name.ts'
export { SchemaForm } from './schema-form.tsx'
export { SettingsForm, type SettingsFormProps, withCheck } from './settings-form.tsx'
export { SettingsPage, type SettingsPageProps } from './settings-page.tsx'
export { structTexts } from './struct-texts.ts'
export type { SchemaTexts } from './texts.ts'
export { useField } from './use-field.ts'
export { useSchemaForm } from './use-schema-form.ts'
export type { Fault } from './validate.ts'
export type { SchemaDocument, WireSchema } from './wire.ts'
