/**
 * Forms from EMQX's schemas.
 *
 * ```tsx
 * const form = useSchemaForm({ document: hotconf, component: 'emqx.mqtt', mode: 'edit', value: zone.mqtt })
 * return <SchemaForm form={form} groups={groups} confirmDiff onSave={(mqtt) => save.run({ mqtt })} />
 * ```
 */

export { useBackendGroups, useClientPlaceholders } from './backend-parts.ts'
export { faults } from './fault-texts.ts'
export { AclField } from './fields/acl-field.tsx'
export type { FormGroup } from './form-groups.ts'
export { type OutsideChange, OutsideChangeNotice } from './outside-change.tsx'
export { PlugInForm, type PlugInFormProps } from './plug-in-form.tsx'
export { type PlugInSchema, schemaOfComponents } from './plug-in-schema.ts'
export { hotConfQuery } from './queries.ts'
export { SchemaForm } from './schema-form.tsx'
export { faultOfReason } from './server-errors.ts'
export { SettingsForm, type SettingsFormProps, withCheck } from './settings-form.tsx'
export { SettingsPage, type SettingsPageProps } from './settings-page.tsx'
export type { FieldTexts, SchemaTexts, Text } from './texts.ts'
export { readableName, structTexts } from './texts.ts'
export type { NodeFieldProps } from './use-field.ts'
export { useField, useFormPart } from './use-field.ts'
export { useSchemaForm } from './use-schema-form.ts'
export type { Fault } from './validate.ts'
export type { SchemaDocument, WireSchema } from './wire.ts'
export { componentsFor, indexComponents } from './wire.ts'
