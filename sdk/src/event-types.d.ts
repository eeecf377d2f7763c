// Generated from the events that the rooms declare, by `npm run generate`.
export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        "integration.updated": {
            integration_id: string;
        };
        "notice.changed": {
            user_id: number;
            topic: string;
        };
        "webhook.disabled": {
            endpoint_id: string;
            reason: string;
        };
        "workbook.created": {
            workbook_id: string;
            /** @description Who did it; absent for machinery. */
            actor?: {
                user_id: number | null;
                name: string;
            };
            name?: string;
        };
        "workbook.updated": {
            workbook_id: string;
            /** @description Who did it; absent for machinery. */
            actor?: {
                user_id: number | null;
                name: string;
            };
            name?: string;
        };
        "workbook.deleted": {
            workbook_id: string;
            /** @description Who did it; absent for machinery. */
            actor?: {
                user_id: number | null;
                name: string;
            };
            name?: string;
        };
        "workbook.views": {
            workbook_id: string;
            /** @description Who did it; absent for machinery. */
            actor?: {
                user_id: number | null;
                name: string;
            };
            view_id?: string | null;
            /** @description created, updated, deleted or indexed. */
            change: string;
        };
        "workbook.comments": {
            workbook_id: string;
            /** @description Who did it; absent for machinery. */
            actor?: {
                user_id: number | null;
                name: string;
            };
            thread_id: string;
            row_id: string;
            column_id: string | null;
            /** @description created, edited, deleted, resolved or reopened. */
            change: string;
        };
        "rows.created": {
            workbook_id: string;
            /** @description Who did it; absent for machinery. */
            actor?: {
                user_id: number | null;
                name: string;
            };
            count: number;
            /** @description Absent when there are too many: read the rows again. */
            row_ids?: string[];
        };
        "rows.updated": {
            workbook_id: string;
            /** @description Who did it; absent for machinery. */
            actor?: {
                user_id: number | null;
                name: string;
            };
            count: number;
            /** @description Absent when there are too many: read the rows again. */
            row_ids?: string[];
        };
        "rows.deleted": {
            workbook_id: string;
            /** @description Who did it; absent for machinery. */
            actor?: {
                user_id: number | null;
                name: string;
            };
            count: number;
            /** @description Absent when there are too many: read the rows again. */
            row_ids?: string[];
        };
        "rows.imported": {
            workbook_id: string;
            /** @description Who did it; absent for machinery. */
            actor?: {
                user_id: number | null;
                name: string;
            };
            import_id: string;
        } & {
            [key: string]: unknown;
        };
        "rows.import_progress": {
            workbook_id: string;
            /** @description Who did it; absent for machinery. */
            actor?: {
                user_id: number | null;
                name: string;
            };
            import_id: string;
            state: string;
            done: number | null;
            total: number | null;
        };
        "export.progress": {
            workbook_id: string;
            /** @description Who did it; absent for machinery. */
            actor?: {
                user_id: number | null;
                name: string;
            };
            export_id: string;
            state: string;
            done: number | null;
            total: number | null;
        };
        "cells.updated": {
            workbook_id: string;
            /** @description Who did it; absent for machinery. */
            actor?: {
                user_id: number | null;
                name: string;
            };
            run_id?: string;
            /** @description Up to 200 cells as changes of their overlays: an absent member did not change. */
            cells?: ({
                row_id: string;
                column_id: string;
                status: string;
            } & {
                [key: string]: unknown;
            })[];
            /** @description Of more cells, the rows only. */
            row_ids?: string[];
        };
        "change.progress": {
            workbook_id: string;
            /** @description Who did it; absent for machinery. */
            actor?: {
                user_id: number | null;
                name: string;
            };
            change_id: string;
            state: string;
            cells: number;
            rows: number;
        };
        "change.reverted": {
            workbook_id: string;
            /** @description Who did it; absent for machinery. */
            actor?: {
                user_id: number | null;
                name: string;
            };
            change_id: string;
            state: string;
        };
        "lead.stored": {
            created: number;
            updated: number;
            lead_ids?: number[];
            /** @description Those of them that are new, none left out. */
            created_ids?: number[];
            /** @description The job that brought or enriched them, or the rows that they follow, where one did. */
            job_id?: string;
            /** @description The run that filled the rows that they follow, where one did. */
            run_id?: string;
        };
        "lead.status": {
            changes: {
                lead_id: number;
                from: string | null;
                to: string | null;
            }[];
        };
        "lead.deleted": {
            lead_ids?: number[];
        };
        "lead.erased": {
            lead_id: number;
        };
        "entity.merged": {
            entity_id: string;
            absorbed_id: string;
            automatic: boolean;
        };
        "entity.split": {
            entity_id: string;
            restored_id: string;
        };
        "entity.pair_decided": {
            pair_id: number;
            decision: string;
        };
        "entity.pairs_found": {
            pairs: number;
        };
        "run.created": {
            run_id: string;
            workbook_id: string;
            done: number;
            total: number;
            status: string;
        };
        "run.progress": {
            run_id: string;
            workbook_id: string;
            done: number;
            total: number;
            counts: {
                [key: string]: number;
            };
            cost_usd: number;
            rate: number | null;
            eta_seconds: number | null;
            message: string;
        };
        "run.paused": {
            run_id: string;
            workbook_id: string;
            status: string;
        };
        "run.resumed": {
            run_id: string;
            workbook_id: string;
            status: string;
        };
        "run.completed": {
            run_id: string;
            workbook_id: string;
            done: number;
            total: number;
            counts: {
                [key: string]: number;
            };
            cost_usd: number;
            rate: number | null;
            eta_seconds: number | null;
            message: string;
            status: string;
        };
        "run.cancelled": {
            run_id: string;
            workbook_id: string;
            done: number;
            total: number;
            counts: {
                [key: string]: number;
            };
            cost_usd: number;
            rate: number | null;
            eta_seconds: number | null;
            message: string;
            status: string;
        };
        "run.failed": {
            run_id: string;
            workbook_id: string;
            done: number;
            total: number;
            counts: {
                [key: string]: number;
            };
            cost_usd: number;
            rate: number | null;
            eta_seconds: number | null;
            message: string;
            status: string;
        };
        "budget.reached": {
            budget_id: string;
            scope: string;
            subject: string | null;
            period: string;
            span: string;
            is_hard: boolean;
            /** @description Percent of the limit. */
            share: number;
            limit_usd: number;
            spent_usd: number;
            workbook_id?: string;
            run_id?: string;
        };
        "budget.changed": {
            scope: string;
            subject: string | null;
            period: string;
            limit_usd: number | null;
        };
        "own_provider.changed": {
            provider_id: string;
        };
        "provider.closed": {
            /** @description The provider account: its integration. */
            account: string;
            label?: string;
            reason: string | null;
            detail: string;
            until: string | null;
        };
        "provider.opened": {
            /** @description The provider account: its integration. */
            account: string;
        };
        "workbook.auto_run": {
            workbook_id: string;
            column_id: string;
            armed: boolean;
            because?: string;
            waiting_for_tomorrow?: boolean;
        };
        "signal.created": {
            signal_id: string;
            /** @description Such as `hiring` or `funding`. */
            signal_type: string;
            lead_id: number | null;
            watch_id: string | null;
            company: string | null;
            title: string;
            summary: string;
            strength: number;
            evidence_url: string | null;
            occurred_at: string;
        };
        "signal.changed": {
            signal_ids: string[];
            status: string;
        };
        "watch.polled": {
            watch_id: string;
            poll_id: string;
            /** @description `baseline`, `unchanged`, `changed` or `failed`. */
            outcome: string;
            signals: number;
        };
        "watch.paused": {
            watch_id: string;
            kind: string;
            target: string;
            failures: number;
            error: string;
        };
        "watch.group_synced": {
            group_id: string;
            watches: number;
        };
        "outreach.enrolled": {
            sequence_id: string;
            enrolled: number;
            blocked: number;
        };
        "outreach.sequence_changed": {
            sequence_id: string;
            status: string;
        };
        "outreach.message_sent": {
            message_id: string;
            sequence_id: string | null;
            enrollment_id: string | null;
            lead_id: number | null;
            mailbox_id: string | null;
        };
        "outreach.message_failed": {
            message_id: string;
            sequence_id: string | null;
            enrollment_id: string | null;
            lead_id: number | null;
            mailbox_id: string | null;
            error: string;
        };
        "outreach.message_blocked": {
            message_id: string;
            sequence_id: string | null;
            enrollment_id: string | null;
            lead_id: number | null;
            mailbox_id: string | null;
            error: string;
        };
        "outreach.message_uncertain": {
            message_id: string;
            sequence_id: string | null;
            enrollment_id: string | null;
            lead_id: number | null;
            mailbox_id: string | null;
            error: string;
        };
        "outreach.reply_received": {
            thread_id: string | null;
            inbound_id: string;
            lead_id: number | null;
            kind: string;
            class: string;
        };
        "outreach.reply_sorted": {
            thread_id: string | null;
            inbound_id: string;
            class: string;
        };
        "outreach.bounced": {
            message_id: string;
            sequence_id: string | null;
            enrollment_id: string | null;
            lead_id: number | null;
            mailbox_id: string | null;
            hard: boolean;
            /** @description `hard`, `full`, `blocked` or `soft`. */
            class: string;
        };
        "outreach.complained": {
            message_id: string;
            sequence_id: string | null;
            enrollment_id: string | null;
            lead_id: number | null;
            mailbox_id: string | null;
        };
        "outreach.unsubscribed": {
            enrollment_id: string | null;
            sequence_id: string | null;
            lead_id: number | null;
        };
        "outreach.mailbox_stopped": {
            mailbox_id: string;
            email: string;
            reason: string;
            error: string;
        };
        "outreach.sequence_paused": {
            sequence_id: string;
            name: string;
            reason: string;
        };
        "outreach.draft_waiting": {
            draft_id: string;
            sequence_id: string | null;
            lead_id: number | null;
        };
        "automation.run": {
            automation_id: string;
            automation_run_id: string;
            status: string;
        };
        "automation.changed": {
            automation_id: string;
            status: string;
            reason: string | null;
        };
        "webhook.received": {
            hook_id: string;
            payload_id: string;
        };
        "assistant.plan": {
            plan_id: string;
            conversation_id: string;
            status: string;
        };
        "job.created": {
            job_id: string;
            /** @description The kind of job, such as `leads.bulk_enrich`. */
            kind: string;
            title: string;
            workbook_id?: string;
        };
        "job.started": {
            job_id: string;
            /** @description The kind of job, such as `leads.bulk_enrich`. */
            kind: string;
            title: string;
            workbook_id?: string;
        };
        "job.progress": {
            job_id: string;
            done: number;
            /** @description Of so many; null when that is not known. */
            total: number | null;
            /** @description Items per second of this attempt. */
            rate: number | null;
            /** @description Seconds left at this rate. */
            eta_seconds: number | null;
            message: string | null;
            counts?: {
                [key: string]: number;
            };
        };
        "job.completed": {
            job_id: string;
            /** @description The kind of job, such as `leads.bulk_enrich`. */
            kind: string;
            title: string;
            workbook_id?: string;
            done: number;
            /** @description Of so many; null when that is not known. */
            total: number | null;
            counts: {
                [key: string]: number;
            };
        };
        "job.failed": {
            job_id: string;
            /** @description The kind of job, such as `leads.bulk_enrich`. */
            kind: string;
            title: string;
            workbook_id?: string;
            done: number;
            /** @description Of so many; null when that is not known. */
            total: number | null;
            counts: {
                [key: string]: number;
            };
            error: string;
        };
        "job.cancelled": {
            job_id: string;
            /** @description The kind of job, such as `leads.bulk_enrich`. */
            kind: string;
            title: string;
            workbook_id?: string;
            done: number;
            /** @description Of so many; null when that is not known. */
            total: number | null;
            counts: {
                [key: string]: number;
            };
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
