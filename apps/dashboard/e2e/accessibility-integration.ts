import type { Page } from 'playwright-core'
import type { Screen } from './accessibility-data.ts'

/** Screens of rules, webhooks, connectors and access control. */
export const integrationScreens = {
  rules: ['/rule/rules', (page: Page) => page.getByRole('button', { name: 'More filters' }).click()],
  'a rule': ['/rule/rules/plant', (page: Page) => page.getByText('By node').first().waitFor()],
  'the editor of a rule': [
    '/rule/rules/plant?tab=rule',
    async (page: Page) => {
      await page.getByRole('button', { name: 'Run SQL' }).click()
      await page.getByRole('button', { name: 'Save test' }).waitFor()
    },
  ],
  'a new rule with a mistake': [
    '/rule/rules/create?from=a%22',
    async (page: Page) => {
      await page.locator('.cm-content').first().waitFor()
      await page.getByRole('textbox', { name: 'SQL', exact: true }).press('ControlOrMeta+A')
      await page.keyboard.insertText('SELECT upper(')
      await page.locator('.cm-signature').waitFor()
    },
  ],
  flows: [
    '/flow',
    (page: Page) => page.getByRole('region', { name: 'Map of all flows' }).getByText('plant').first().waitFor(),
  ],
  'the filter of a flow': [
    '/flow/plant',
    async (page: Page) => {
      await page.getByRole('button', { name: 'Add step' }).click()
      await page.getByRole('menuitem', { name: 'Filter' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Add group' }).click()
    },
  ],
  'functions of SQL': ['/rule/functions', (page: Page) => page.getByText('upper(text)').waitFor()],
  webhooks: ['/webhook', (page: Page) => page.getByRole('button', { name: 'Reason of hook' }).click()],
  'the settings of a webhook': [
    '/webhook/hook?tab=settings',
    async (page: Page) => {
      await page.getByText('Custom SQL.').waitFor()
      await page.getByText('POST', { exact: true }).last().waitFor()
    },
  ],
  'a new webhook': [
    '/webhook/create',
    async (page: Page) => {
      await page.getByRole('radio', { name: /^Events/ }).check()
      await page.getByRole('button', { name: 'Create', exact: true }).click()
      await page.getByText('Select at least one event.').waitFor()
    },
  ],
  authentication: ['/authentication', (page: Page) => page.getByText(/^All authenticators are disabled/).waitFor()],
  'a new authenticator': [
    '/authentication/create',
    async (page: Page) => {
      await page.getByRole('button', { name: /^Password/ }).click()
      await page.getByText('Already in the chain').waitFor()
      await page.getByRole('button', { name: /^Mechanism/ }).click()
      await page.getByRole('button', { name: /^JWT/ }).click()
      await page.getByText('JWKS server').click()
      await page.getByLabel('JWKS endpoint').waitFor()
    },
  ],
  'users of an authenticator': [
    '/authentication/detail/password_based:built_in_database?tab=users',
    async (page: Page) => {
      await page.getByText('No users yet').waitFor()
      await page.getByRole('button', { name: 'Import' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Download CSV template' }).waitFor()
    },
  ],
  connectors: [
    '/connector',
    async (page: Page) => {
      await page.getByRole('button', { name: 'Reason down by node' }).click()
      await page.getByText('Connection refused').first().waitFor()
    },
  ],
  'a new connector': [
    '/connector/create?type=mqtt',
    async (page: Page) => {
      await page.getByRole('textbox', { name: /^Name\W*$/ }).fill('-')
      await page.getByRole('button', { name: 'Test' }).click()
      await page.getByText('Start with a letter or a digit', { exact: false }).waitFor()
    },
  ],
  'a connector that is down': [
    '/connector/http:down',
    (page: Page) => page.getByRole('link', { name: 'alerts' }).waitFor(),
  ],
  actions: ['/rule/actions', (page: Page) => page.getByRole('button', { name: '1 rule' }).click()],
  'an action': ['/rule/actions/http:alerts', (page: Page) => page.getByRole('table', { name: 'By node' }).waitFor()],
  'a source': ['/rule/source/mqtt:line', (page: Page) => page.getByText('"$bridges/mqtt:line"').waitFor()],
  'external registries': ['/schema/external', (page: Page) => page.getByRole('row', { name: /remote/ }).waitFor()],
  validations: ['/schema-validation', (page: Page) => page.getByRole('row', { name: /checked/ }).waitFor()],
  'a validation': ['/schema-validation/detail/checked', (page: Page) => page.getByText('Peak').waitFor()],
  transformations: ['/message-transformation', (page: Page) => page.getByRole('row', { name: /changed/ }).waitFor()],
  'a new transformation': [
    '/message-transformation/create',
    async (page: Page) => {
      await page.getByRole('button', { name: 'Create', exact: true }).click()
      await page
        .getByText(/ is required$/)
        .first()
        .waitFor()
    },
  ],
  'the test of a transformation': [
    '/message-transformation/detail/changed?tab=test',
    async (page: Page) => {
      await page.getByRole('button', { name: 'Run' }).click()
      await page.getByText('"unit": "C"').first().waitFor()
    },
  ],
  authorization: ['/authorization', (page: Page) => page.getByText('If no source matches: allow').waitFor()],
  'a new source': ['/authorization/create', (page: Page) => page.getByText('Already in the chain').first().waitFor()],
  'a rule of the ACL text': [
    '/authorization/detail/file?tab=settings&view=visual',
    async (page: Page) => {
      await page.getByRole('button', { name: 'Add rule' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Add condition' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click()
      await page
        .getByRole('dialog')
        .getByText(/ is required$/)
        .first()
        .waitFor()
    },
  ],
  'rules of a client': [
    '/authorization/detail/built_in_database?tab=rules',
    async (page: Page) => {
      await page.getByText('No client rules yet').waitFor()
      await page.getByRole('button', { name: 'Add client rules' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
      await page.getByRole('dialog').getByText('A topic filter is required.').waitFor()
    },
  ],
  'authorization settings': ['/authorization/settings', (page: Page) => page.getByText('Excluded topics').waitFor()],
  schemas: ['/schema', (page: Page) => page.getByRole('row', { name: /reading/ }).waitFor()],
  'a schema with a tested payload': [
    '/schema/detail/reading',
    async (page: Page) => {
      await page.getByText('The schema is valid.').waitFor()
      await page.getByRole('textbox', { name: 'Payload', exact: true }).click()
      await page.keyboard.insertText('x')
      await page.getByText(/^The payload is not valid JSON/).waitFor()
    },
  ],
  'a new schema from a sample': [
    '/schema/create',
    async (page: Page) => {
      await page.getByRole('button', { name: 'Generate from a sample' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Generate schema' }).click()
      await page.getByText('The sample is not valid JSON.', { exact: true }).waitFor()
    },
  ],
  'new external registry': ['/schema/external/create', (page: Page) => page.getByLabel('URL *').waitFor()],
  'a new payload decoder': [
    '/schema/decoders',
    async (page: Page) => {
      await page.getByRole('button', { name: 'New decoder' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
      await page.getByText('Choose a decoder.').waitFor()
    },
  ],
  'an explanation': [
    '/explain?clientid=device&username=ann&action=subscribe&topic=%23',
    async (page: Page) => {
      await page.getByRole('button', { name: 'More client properties' }).click()
      await page.getByRole('button', { name: 'Unsaved settings' }).click()
      await page.getByRole('button', { name: 'Load current settings' }).click()
      await page.getByRole('button', { name: 'Explain', exact: true }).click()
      await page.getByRole('region', { name: 'Result' }).waitFor()
    },
  ],
  'the security checklist': [
    '/security',
    (page: Page) => page.getByText('Critical', { exact: true }).first().waitFor(),
  ],
} as const satisfies Record<string, Screen>
