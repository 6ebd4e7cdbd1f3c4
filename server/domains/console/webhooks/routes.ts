import { consoleApi } from '../../../../contract/console/api.ts'
import { bind } from '../../../platform/http/bind.ts'
import { removeHook, rotateSecret, switchHook } from '../../webhooks/own-hooks.ts'
import {
  addWebhook,
  byMember,
  changeWebhook,
  listDeliveries,
  listWebhooks,
  resendWebhook,
  showWebhookDelivery,
  testWebhook,
} from './calls.ts'

const { webhooks } = consoleApi

export const webhookRoutes = [
  bind(webhooks.list, listWebhooks),
  bind(webhooks.add, addWebhook),
  bind(webhooks.change, changeWebhook),
  bind(webhooks.rotate, (ctx, { webhookId, hours }) => rotateSecret(ctx, byMember(ctx), webhookId, hours)),
  bind(webhooks.switch, async (ctx, { webhookId, on }) => {
    await switchHook(ctx, byMember(ctx), webhookId, on)
    return {}
  }),
  bind(webhooks.test, testWebhook),
  bind(webhooks.deliveries, listDeliveries),
  bind(webhooks.delivery, showWebhookDelivery),
  bind(webhooks.resend, resendWebhook),
  bind(webhooks.remove, async (ctx, { webhookId }) => {
    await removeHook(ctx, byMember(ctx), webhookId)
    return {}
  }),
]
