// Route table: the audit trail.
import Joi from 'joi';
import { type AuditExportQuery, exportAudit } from '../audit/export-audit.ts';
import { type AuditQuery, listAudit } from '../audit/list-audit.ts';
import { afterCheck, checkOf, idCheck } from '../http/checks.ts';
import { type Route, route } from '../http/route.ts';
import { auditObjects } from '../openapi/identity-schemas.ts';
import { listOf, ref, text } from '../openapi/schema-parts.ts';

const maxLimit = 1000;
const maxTextLength = 200;

const timeCheck = Joi.date()
  .iso()
  .custom((value: Date, { error }) => {
    const year = value.getUTCFullYear();
    return year >= 1 && year <= 9999 ? value.toISOString() : error('date.base');
  });
/** No line has what the database does not store. */
const textCheck = Joi.string()
  .max(maxTextLength)
  .custom((value: string, { error }) => (value.includes('\0') ? error('any.invalid') : value));
const filter = {
  from: timeCheck,
  to: timeCheck,
  user: idCheck,
  action: textCheck,
  object: Joi.string().valid(...auditObjects),
  objectId: textCheck,
};

export const auditRoutes: readonly Route[] = [
  route({
    operationId: 'listAuditEvents',
    method: 'GET',
    path: '/audit',
    access: 'credential',
    tag: 'Audit',
    summary: 'List the audit trail of my account',
    description:
      'Who changed, exported or deleted what: forms, entries, options sets, keys, people and settings; newest first. `to` is not included.',
    query: checkOf<AuditQuery>({ ...filter, limit: Joi.number().integer().min(1).max(maxLimit), after: afterCheck }),
    response: listOf(ref('AuditEvent')),
    isPaged: true,
    stopsWithCaller: true,
    handle: listAudit,
  }),
  route({
    operationId: 'exportAuditEvents',
    method: 'GET',
    path: '/audit/export',
    access: 'credential',
    tag: 'Audit',
    summary: 'Export the audit trail of my account',
    description: 'CSV, or one JSON object a line; filters as in the list.',
    query: checkOf<AuditExportQuery>({ ...filter, format: Joi.string().valid('csv', 'jsonl').required() }),
    response: text,
    textTypes: ['text/csv', 'application/jsonl'],
    stopsWithCaller: true,
    handle: exportAudit,
  }),
];
