// Generated from openapi.json by `npm run generate`.
export type paths = {
    "/auth/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Log in with username and password
         * @description Form fields as in the OAuth 2 password flow; further fields of OAuth clients are ignored. Too many wrong passwords for an account or from a network get 429; an owner still gets in from where the account is known.
         */
        post: operations["login"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Exchange a refresh token for a new pair
         * @description Each refresh token works once. Presenting a used one ends its session; an access token is refused.
         */
        post: operations["refresh_token"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** End this session */
        post: operations["logout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The person behind the token */
        get: operations["get_me"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/logout-all": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** End every session of the caller, this one too */
        post: operations["logout_all"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The caller's live sessions, newest first */
        get: operations["list_sessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/sessions/{session_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** End one of the caller's sessions */
        delete: operations["end_session"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/stream-ticket": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A ticket for one event stream
         * @description Good once and for 60 seconds, so that no token has to stand in an address. The stream ends when the access token that asked for the ticket ends.
         */
        post: operations["create_stream_ticket"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The people of the workspace */
        get: operations["list_users"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The own account */
        get: operations["get_own_user"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change the own name or picture */
        patch: operations["update_own_user"];
        trace?: never;
    };
    "/api/users/me/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change the own password
         * @description Every session ends at once, this one too; the answer holds the tokens of a new one. A wrong current password gets 400, and counts as a failed login.
         */
        put: operations["change_own_password"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Every account, oldest first */
        get: operations["admin_list_users"];
        put?: never;
        /**
         * Make an account
         * @description It belongs to no workspace: its owner can make one, or be let into others.
         */
        post: operations["admin_create_user"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/users/{user_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One account */
        get: operations["admin_get_user"];
        put?: never;
        post?: never;
        /**
         * Remove an account
         * @description Refused (409) for the last active administrator and for the only owner of a workspace.
         */
        delete: operations["admin_delete_user"];
        options?: never;
        head?: never;
        /**
         * Rename, activate or deactivate an account
         * @description Deactivating ends every session of the user at once. The last active administrator stays active (409).
         */
        patch: operations["admin_update_user"];
        trace?: never;
    };
    "/admin/users/{user_id}/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set the password of an account
         * @description Every session of the user ends at once.
         */
        put: operations["admin_set_password"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/users/{user_id}/role": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Make an account an administrator, or no longer one
         * @description Holds from the next request on. The last active administrator keeps the role (409).
         */
        patch: operations["admin_set_role"];
        trace?: never;
    };
    "/api/settings/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who did what in the workspace, newest first
         * @description Every change of people, roles, settings and tokens, every write by a token, runs, imports, exports and bulk deletes. Lines can be added and never changed.
         */
        get: operations["list_audit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who did what on the install, newest first
         * @description Logins and what became of them, accounts, and workspaces that come and go.
         */
        get: operations["admin_list_audit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/settings/audit/export.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The audit log of the workspace as a CSV file */
        get: operations["export_audit_csv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/audit/export.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The audit log of the install as a CSV file */
        get: operations["admin_export_audit_csv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/settings/audit/export.jsonl": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The audit log of the workspace as a JSONL file */
        get: operations["export_audit_jsonl"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/audit/export.jsonl": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The audit log of the install as a JSONL file */
        get: operations["admin_export_audit_jsonl"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspaces": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The workspaces the caller belongs to */
        get: operations["list_workspaces"];
        put?: never;
        /**
         * Make a workspace and become its owner
         * @description Keys of `Idempotency-Key` are those of the person here, and of the workspace elsewhere.
         */
        post: operations["create_workspace"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspaces/{ws_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One workspace */
        get: operations["get_workspace"];
        put?: never;
        post?: never;
        /**
         * Delete the workspace with all that is in it
         * @description Owners only. Its ids are unknown at once; the data goes in the background. The default workspace stays (400).
         */
        delete: operations["delete_workspace"];
        options?: never;
        head?: never;
        /** Change name, description or icon */
        patch: operations["update_workspace"];
        trace?: never;
    };
    "/api/workspaces/{ws_id}/switch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Act in this workspace from now on */
        post: operations["switch_workspace"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspaces/{ws_id}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who belongs to the workspace */
        get: operations["list_members"];
        put?: never;
        /**
         * Let somebody in at once
         * @description By `user_id` or `username`, for people the caller shares a workspace with; platform administrators know everybody. All others are 404 and come by invitation. Only owners make owners.
         */
        post: operations["add_member"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspaces/{ws_id}/members/{user_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Send a member away
         * @description Only owners send owners away (403), and the last owner stays (409).
         */
        delete: operations["remove_member"];
        options?: never;
        head?: never;
        /**
         * Give a member another role
         * @description Only owners make and unmake owners (403), and the last owner stays one (409).
         */
        patch: operations["set_member_role"];
        trace?: never;
    };
    "/api/workspaces/{ws_id}/leave": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Leave the workspace
         * @description The last owner cannot (409): make somebody else owner, or delete the workspace.
         */
        post: operations["leave_workspace"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspaces/{ws_id}/transfer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make another member owner in one’s own place
         * @description The caller stays as admin.
         */
        post: operations["transfer_workspace"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspaces/{ws_id}/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Invitations that can still be accepted, newest first */
        get: operations["list_invitations"];
        put?: never;
        /**
         * Make a link that lets one person in
         * @description Link and token are shown once. The link ends when it is used, withdrawn or expired, or when its maker loses the right to invite.
         */
        post: operations["create_invitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspaces/{ws_id}/invitations/{invitation_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Withdraw an invitation */
        delete: operations["delete_invitation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/invitations/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What an invitation is to
         * @description Used, withdrawn, expired and made-up tokens are all 404.
         */
        get: operations["preview_invitation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/invitations/{token}/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Join a workspace
         * @description As the person behind the access token; without one, `username` and `password` make an account, which then logs in with POST /auth/token.
         */
        post: operations["accept_invitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/scim/v2/{workspace_slug}/Users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Find the people a directory keeps in the workspace */
        get: operations["scim_list_users"];
        put?: never;
        /**
         * Give a person access to the workspace
         * @description Makes an account that belongs to the directory, and a membership with the role viewer; groups may give a higher one. People whom other workspaces know play no part. `password` is kept as a hash and never answered.
         */
        post: operations["scim_create_user"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/scim/v2/{workspace_slug}/Users/{scim_user_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One person */
        get: operations["scim_get_user"];
        /**
         * Say anew all that is true of a person
         * @description Attributes that are not sent are cleared, except `active`. `active: false` ends access at once.
         */
        put: operations["scim_replace_user"];
        post?: never;
        /**
         * End the access of a person
         * @description Ends the membership in this workspace at once. What the person made stays.
         */
        delete: operations["scim_delete_user"];
        options?: never;
        head?: never;
        /**
         * Change attributes of a person
         * @description All operations or none. `active: false` ends access to this workspace at once and touches no other.
         */
        patch: operations["scim_patch_user"];
        trace?: never;
    };
    "/scim/v2/{workspace_slug}/Groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Find the groups a directory keeps in the workspace */
        get: operations["scim_list_groups"];
        put?: never;
        /**
         * Make a group
         * @description It gives its members a role once an administrator has set one at PUT /api/settings/scim-groups.
         */
        post: operations["scim_create_group"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/scim/v2/{workspace_slug}/Groups/{scim_group_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One group */
        get: operations["scim_get_group"];
        /** Say anew all that is true of a group */
        put: operations["scim_replace_group"];
        post?: never;
        /** Delete a group; its members stay */
        delete: operations["scim_delete_group"];
        options?: never;
        head?: never;
        /**
         * Change a group or who is in it
         * @description All operations or none. Answers 204; with `attributes`, 200 and the group.
         */
        patch: operations["scim_patch_group"];
        trace?: never;
    };
    "/scim/v2/{workspace_slug}/ServiceProviderConfig": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What this service can do */
        get: operations["scim_get_config"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/scim/v2/{workspace_slug}/ResourceTypes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The kinds of resources */
        get: operations["scim_list_resource_types"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/scim/v2/{workspace_slug}/ResourceTypes/{resource_type}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One kind of resource */
        get: operations["scim_get_resource_type"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/scim/v2/{workspace_slug}/Schemas": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The attributes of all kinds of resources */
        get: operations["scim_list_schemas"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/scim/v2/{workspace_slug}/Schemas/{schema_urn}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The attributes of one kind of resource */
        get: operations["scim_get_schema"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/settings/scim-tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The tokens of directories */
        get: operations["list_scim_tokens"];
        put?: never;
        /** Make a token for a directory such as Okta or Entra ID */
        post: operations["create_scim_token"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/settings/scim-tokens/{scim_token_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revoke a token at once */
        delete: operations["revoke_scim_token"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/settings/scim-groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The groups of the directory and the roles they give */
        get: operations["list_scim_group_roles"];
        /**
         * Say which groups of the directory give which role
         * @description The whole table: groups that are not named give no role. Whoever is in several groups gets the highest role, whoever loses the last one becomes a viewer. Owners stay owners.
         */
        put: operations["update_scim_group_roles"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workbooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The workbooks of the workspace, last changed first */
        get: operations["list_workbooks"];
        put?: never;
        /** Make a workbook */
        post: operations["create_workbook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/workbooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The workbooks of the workspace, last changed first */
        get: operations["list_workbooks_v2"];
        put?: never;
        /** Make a workbook */
        post: operations["create_workbook_v2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workbooks/{workbook_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A workbook with one page of its rows
         * @description Every page costs the same, however deep, by number as by cursor, as long as there is no filter, search or sort. With one of them walk by cursor: a page by number then passes over the rows before it one by one. `query_total_rows` is null where it would have to be counted.
         */
        get: operations["get_workbook"];
        /** Rename a workbook or change its description */
        put: operations["put_workbook"];
        post?: never;
        /**
         * Delete a workbook with everything in it
         * @description It is gone at once; its rows are removed in the background. This cannot be undone.
         */
        delete: operations["delete_workbook"];
        options?: never;
        head?: never;
        /** Rename a workbook or change its description */
        patch: operations["update_workbook"];
        trace?: never;
    };
    "/api/v2/workbooks/{workbook_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A workbook with one page of its rows
         * @description Every page costs the same, however deep, by number as by cursor, as long as there is no filter, search or sort. With one of them walk by cursor: a page by number then passes over the rows before it one by one. `query_total_rows` is null where it would have to be counted.
         */
        get: operations["get_workbook_v2"];
        /** Rename a workbook or change its description */
        put: operations["put_workbook_v2"];
        post?: never;
        /**
         * Delete a workbook with everything in it
         * @description It is gone at once; its rows are removed in the background. This cannot be undone.
         */
        delete: operations["delete_workbook_v2"];
        options?: never;
        head?: never;
        /** Rename a workbook or change its description */
        patch: operations["update_workbook_v2"];
        trace?: never;
    };
    "/api/workbooks/{workbook_id}/columns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a column
         * @description A column may read others by `{{name}}`. References that lead nowhere, circles (named in the error), and lookups or outputs that the catalogue does not have are refused with 422.
         */
        post: operations["add_column"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/workbooks/{workbook_id}/columns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a column
         * @description A column may read others by `{{name}}`. References that lead nowhere, circles (named in the error), and lookups or outputs that the catalogue does not have are refused with 422.
         */
        post: operations["add_column_v2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workbooks/{workbook_id}/columns/reorder": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Put the columns in another order */
        post: operations["reorder_columns"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/workbooks/{workbook_id}/columns/reorder": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Put the columns in another order */
        post: operations["reorder_columns_v2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workbooks/{workbook_id}/columns/{column_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a column and its values
         * @description A column that others need is kept (409): columns that read it, lookups of other workbooks, and how rows are recognised. The answer names them in `detail` and lists them as `dependants` `[{kind, id, name}]`. With `force=true` it goes all the same: references to it lead nowhere, and rows are recognised no more until undo brings it back.
         */
        delete: operations["delete_column"];
        options?: never;
        head?: never;
        /** Change a column; a new name is written into every reference to it */
        patch: operations["update_column"];
        trace?: never;
    };
    "/api/v2/workbooks/{workbook_id}/columns/{column_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a column and its values
         * @description A column that others need is kept (409): columns that read it, lookups of other workbooks, and how rows are recognised. The answer names them in `detail` and lists them as `dependants` `[{kind, id, name}]`. With `force=true` it goes all the same: references to it lead nowhere, and rows are recognised no more until undo brings it back.
         */
        delete: operations["delete_column_v2"];
        options?: never;
        head?: never;
        /** Change a column; a new name is written into every reference to it */
        patch: operations["update_column_v2"];
        trace?: never;
    };
    "/api/workbooks/{workbook_id}/columns/{column_id}/dependants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What would miss a column if it were deleted */
        get: operations["list_column_dependants"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/workbooks/{workbook_id}/columns/{column_id}/dependants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What would miss a column if it were deleted */
        get: operations["list_column_dependants_v2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workbooks/{workbook_id}/rows/{row_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One row with its cells */
        get: operations["get_row"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/workbooks/{workbook_id}/rows/{row_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One row with its cells */
        get: operations["get_row_v2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workbooks/{workbook_id}/rows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add rows
         * @description Up to 1000 (413 above), at the end or beside another row. Text for a typed column is read by its type; what does not parse is kept as it came. Unknown and computed columns are refused by name (422).
         */
        post: operations["create_rows"];
        /**
         * Delete rows with everything in them
         * @description By id, or those that match a filter, search or view, and only when they are as many as `expected_count` says (409 when not). More than 50,000 are deleted in the background (`state: deleting`): it can be called off by `POST …/activity/{change_id}/cancel`, which brings back what is gone already, and is undone as one step. What somebody else writes into meanwhile stays.
         */
        delete: operations["delete_rows"];
        options?: never;
        head?: never;
        /** Change rows, all or none */
        patch: operations["update_rows"];
        trace?: never;
    };
    "/api/v2/workbooks/{workbook_id}/rows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add rows
         * @description Up to 1000 (413 above), at the end or beside another row. Text for a typed column is read by its type; what does not parse is kept as it came. Unknown and computed columns are refused by name (422).
         */
        post: operations["create_rows_v2"];
        /**
         * Delete rows with everything in them
         * @description By id, or those that match a filter, search or view, and only when they are as many as `expected_count` says (409 when not). More than 50,000 are deleted in the background (`state: deleting`): it can be called off by `POST …/activity/{change_id}/cancel`, which brings back what is gone already, and is undone as one step. What somebody else writes into meanwhile stays.
         */
        delete: operations["delete_rows_v2"];
        options?: never;
        head?: never;
        /** Change rows, all or none */
        patch: operations["update_rows_v2"];
        trace?: never;
    };
    "/api/workbooks/{workbook_id}/rows/{row_id}/cells/{column_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Empty an input cell, or take an override back so that runs may fill the cell again */
        delete: operations["clear_cell"];
        options?: never;
        head?: never;
        /**
         * Write one cell
         * @description In an input column this is the value of the row. In a computed column it overrides what runs found or will find, with status `overridden`; null says that there is no value.
         */
        patch: operations["update_cell"];
        trace?: never;
    };
    "/api/v2/workbooks/{workbook_id}/rows/{row_id}/cells/{column_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Empty an input cell, or take an override back so that runs may fill the cell again */
        delete: operations["clear_cell_v2"];
        options?: never;
        head?: never;
        /**
         * Write one cell
         * @description In an input column this is the value of the row. In a computed column it overrides what runs found or will find, with status `overridden`; null says that there is no value.
         */
        patch: operations["update_cell_v2"];
        trace?: never;
    };
    "/api/workbooks/{workbook_id}/rows/query": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rows by filter, search and order
         * @description Changes nothing. Walk by sending the `next_cursor` of each answer with the same question: no row comes twice and none is missed, except that a row which is changed in between stands where its new values put it. A question that takes longer than ten seconds is stopped (503). One that reads cells, in the order of the workbook, is broken off within a second instead, and goes on with the cursor (`is_partial`).
         */
        post: operations["query_rows"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/workbooks/{workbook_id}/rows/query": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rows by filter, search and order
         * @description Changes nothing. Walk by sending the `next_cursor` of each answer with the same question: no row comes twice and none is missed, except that a row which is changed in between stands where its new values put it. A question that takes longer than ten seconds is stopped (503). One that reads cells, in the order of the workbook, is broken off within a second instead, and goes on with the cursor (`is_partial`).
         */
        post: operations["query_rows_v2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workbooks/{workbook_id}/rows/count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * How many rows answer a question
         * @description Changes nothing. Counts as far as it is told to and says whether there are more. What takes long is counted piece by piece: the answer then has a `next_cursor` to go on with.
         */
        post: operations["count_rows"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/workbooks/{workbook_id}/rows/count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * How many rows answer a question
         * @description Changes nothing. Counts as far as it is told to and says whether there are more. What takes long is counted piece by piece: the answer then has a `next_cursor` to go on with.
         */
        post: operations["count_rows_v2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workbooks/{workbook_id}/rows/groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The different values of a field, with how many rows have each
         * @description Changes nothing. Text counts without case, a time by its day. The rows of a group are those of the question with the filter of the group added. At most 10000 groups can be walked through.
         */
        post: operations["group_rows"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/workbooks/{workbook_id}/rows/groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The different values of a field, with how many rows have each
         * @description Changes nothing. Text counts without case, a time by its day. The rows of a group are those of the question with the filter of the group added. At most 10000 groups can be walked through.
         */
        post: operations["group_rows_v2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workbooks/{workbook_id}/columns/{column_id}/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a column holds: how full it is, its statuses, numbers, dates and most frequent values
         * @description Exact for workbooks of usual size, from a sample in bigger ones; the answer says which.
         */
        get: operations["get_column_stats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/workbooks/{workbook_id}/columns/{column_id}/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a column holds: how full it is, its statuses, numbers, dates and most frequent values
         * @description Exact for workbooks of usual size, from a sample in bigger ones; the answer says which.
         */
        get: operations["get_column_stats_v2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workbooks/{workbook_id}/views": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The views of a workbook that you see
         * @description Oldest first. "All rows", without filter and order, needs no view.
         */
        get: operations["list_views"];
        put?: never;
        /**
         * Keep a view
         * @description Whoever sees the workbook may keep personal views; `shared` and `locked` need a role that may edit it. For a big workbook the rows of the view are put in order in the background, after which its pages come at once.
         */
        post: operations["create_view"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/workbooks/{workbook_id}/views": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The views of a workbook that you see
         * @description Oldest first. "All rows", without filter and order, needs no view.
         */
        get: operations["list_views_v2"];
        put?: never;
        /**
         * Keep a view
         * @description Whoever sees the workbook may keep personal views; `shared` and `locked` need a role that may edit it. For a big workbook the rows of the view are put in order in the background, after which its pages come at once.
         */
        post: operations["create_view_v2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workbooks/{workbook_id}/views/{view_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One view */
        get: operations["get_view"];
        /** Change a view */
        put: operations["update_view"];
        post?: never;
        /**
         * Delete a view
         * @description The rows stay; only the view is gone.
         */
        delete: operations["delete_view"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/workbooks/{workbook_id}/views/{view_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One view */
        get: operations["get_view_v2"];
        /** Change a view */
        put: operations["update_view_v2"];
        post?: never;
        /**
         * Delete a view
         * @description The rows stay; only the view is gone.
         */
        delete: operations["delete_view_v2"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workbooks/{workbook_id}/views/{view_id}/duplicate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Copy a view */
        post: operations["duplicate_view"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/workbooks/{workbook_id}/views/{view_id}/duplicate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Copy a view */
        post: operations["duplicate_view_v2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workbooks/{workbook_id}/activity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What was done in a workbook, by whom, the newest first
         * @description Kept for 30 days, and at most 10,000 acts per person.
         */
        get: operations["list_workbook_activity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/workbooks/{workbook_id}/activity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What was done in a workbook, by whom, the newest first
         * @description Kept for 30 days, and at most 10,000 acts per person.
         */
        get: operations["list_workbook_activity_v2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workbooks/{workbook_id}/activity/{change_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One act, and how far its undoing is */
        get: operations["get_workbook_activity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/workbooks/{workbook_id}/activity/{change_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One act, and how far its undoing is */
        get: operations["get_workbook_activity_v2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workbooks/{workbook_id}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undo an act
         * @description Edits, pastes, rows and columns added, changed or deleted, imports, and the values written by a run. What somebody else has changed since stays as it is and is listed under `skipped`. More than 5000 rows are put back in the background: the answer says `undoing`, the activity says how far it is.
         */
        post: operations["undo_change"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/workbooks/{workbook_id}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undo an act
         * @description Edits, pastes, rows and columns added, changed or deleted, imports, and the values written by a run. What somebody else has changed since stays as it is and is listed under `skipped`. More than 5000 rows are put back in the background: the answer says `undoing`, the activity says how far it is.
         */
        post: operations["undo_change_v2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workbooks/{workbook_id}/redo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Redo what was undone
         * @description Without `change_id`: what you undid last, until you change something else in the workbook.
         */
        post: operations["redo_change"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/workbooks/{workbook_id}/redo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Redo what was undone
         * @description Without `change_id`: what you undid last, until you change something else in the workbook.
         */
        post: operations["redo_change_v2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workbooks/{workbook_id}/activity/{change_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take back an undo or redo that is under way
         * @description What has been put back so far is turned round in the background: the answer says `redoing` for an undo, `undoing` for a redo, or that nothing had begun.
         */
        post: operations["cancel_change_flip"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/workbooks/{workbook_id}/activity/{change_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take back an undo or redo that is under way
         * @description What has been put back so far is turned round in the background: the answer says `redoing` for an undo, `undoing` for a redo, or that nothing had begun.
         */
        post: operations["cancel_change_flip_v2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workbooks/{workbook_id}/rows/{row_id}/cells/{column_id}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Every value a cell has had, the newest first
         * @description Kept for 30 days. A first value found by a run is known as long as it stands or was written over.
         */
        get: operations["get_cell_history"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/workbooks/{workbook_id}/rows/{row_id}/cells/{column_id}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Every value a cell has had, the newest first
         * @description Kept for 30 days. A first value found by a run is known as long as it stands or was written over.
         */
        get: operations["get_cell_history_v2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workbooks/{workbook_id}/rows/{row_id}/cells/{column_id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Put an earlier value back into a cell
         * @description A computed cell comes back with its status, provider and provenance. It can be undone like any edit.
         */
        post: operations["restore_cell"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/workbooks/{workbook_id}/rows/{row_id}/cells/{column_id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Put an earlier value back into a cell
         * @description A computed cell comes back with its status, provider and provenance. It can be undone like any edit.
         */
        post: operations["restore_cell_v2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workbooks/{workbook_id}/import/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Store a file and see how it reads and where its columns would go
         * @description The workbook is not changed. The file is kept for a day under `import_id`. CSV, TSV and other delimited text, spreadsheets (XLSX), JSON Lines and JSON lists of objects are known by their first bytes. Multipart: the field `options` (JSON) first, then `file`. A body may also be the file itself, read without options.
         */
        post: operations["preview_import"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/workbooks/{workbook_id}/import/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Store a file and see how it reads and where its columns would go
         * @description The workbook is not changed. The file is kept for a day under `import_id`. CSV, TSV and other delimited text, spreadsheets (XLSX), JSON Lines and JSON lists of objects are known by their first bytes. Multipart: the field `options` (JSON) first, then `file`. A body may also be the file itself, read without options.
         */
        post: operations["preview_import_v2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workbooks/{workbook_id}/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import a file or rows in one request
         * @description Plan and commit in one. A delimited or JSON file that is read as it arrives is imported all or nothing: when it breaks off, nothing is left behind. A spreadsheet, and a file whose later rows decide about earlier ones (`newer`, `first`, `last`), is stored and planned first. CSV, TSV and other delimited text, spreadsheets (XLSX), JSON Lines and JSON lists of objects are known by their first bytes. Multipart: the field `options` (JSON) first, then `file`. A body may also be the file itself, read without options. A JSON body is `{"rows": [{…}, …], "options": {…}}`.
         */
        post: operations["import_rows"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/workbooks/{workbook_id}/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import a file or rows in one request
         * @description Plan and commit in one. A delimited or JSON file that is read as it arrives is imported all or nothing: when it breaks off, nothing is left behind. A spreadsheet, and a file whose later rows decide about earlier ones (`newer`, `first`, `last`), is stored and planned first. CSV, TSV and other delimited text, spreadsheets (XLSX), JSON Lines and JSON lists of objects are known by their first bytes. Multipart: the field `options` (JSON) first, then `file`. A body may also be the file itself, read without options. A JSON body is `{"rows": [{…}, …], "options": {…}}`.
         */
        post: operations["import_rows_v2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workbooks/{workbook_id}/imports/{import_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How far an import is, its plan and its result
         * @description Events of the type `rows.import_progress` tell when to ask again.
         */
        get: operations["get_import"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/workbooks/{workbook_id}/imports/{import_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How far an import is, its plan and its result
         * @description Events of the type `rows.import_progress` tell when to ask again.
         */
        get: operations["get_import_v2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workbooks/{workbook_id}/imports/{import_id}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Read the stored file again with corrections */
        post: operations["preview_import_again"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/workbooks/{workbook_id}/imports/{import_id}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Read the stored file again with corrections */
        post: operations["preview_import_again_v2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workbooks/{workbook_id}/imports/{import_id}/plan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Find out row by row what an import would do
         * @description Answers at once; the plan is made in the background. When the file or the options turn out to be wrong, the state goes back to `ready` and `error` says why.
         */
        post: operations["plan_import"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/workbooks/{workbook_id}/imports/{import_id}/plan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Find out row by row what an import would do
         * @description Answers at once; the plan is made in the background. When the file or the options turn out to be wrong, the state goes back to `ready` and `error` says why.
         */
        post: operations["plan_import_v2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workbooks/{workbook_id}/imports/{import_id}/rows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The rows of a planned or ended import that have one outcome
         * @description In the order of the file. Once an import has ended, only its rejected rows are kept.
         */
        get: operations["list_import_rows"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/workbooks/{workbook_id}/imports/{import_id}/rows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The rows of a planned or ended import that have one outcome
         * @description In the order of the file. Once an import has ended, only its rejected rows are kept.
         */
        get: operations["list_import_rows_v2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workbooks/{workbook_id}/imports/{import_id}/commit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Carry out the plan of an import
         * @description Does exactly what was planned, in the background. When rows or columns it is about changed since, nothing is imported and the answer is 409: the import is being planned anew, and its record is in `import`. A row that somebody else changes while the import is under way is left as they made it and comes back among the rejected.
         */
        post: operations["commit_import"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/workbooks/{workbook_id}/imports/{import_id}/commit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Carry out the plan of an import
         * @description Does exactly what was planned, in the background. When rows or columns it is about changed since, nothing is imported and the answer is 409: the import is being planned anew, and its record is in `import`. A row that somebody else changes while the import is under way is left as they made it and comes back among the rejected.
         */
        post: operations["commit_import_v2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workbooks/{workbook_id}/imports/{import_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop an import
         * @description A file that is stored or planned is dropped. Of a commit under way `result` says exactly what was kept.
         */
        post: operations["cancel_import"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/workbooks/{workbook_id}/imports/{import_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop an import
         * @description A file that is stored or planned is dropped. Of a commit under way `result` says exactly what was kept.
         */
        post: operations["cancel_import_v2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workbooks/{workbook_id}/imports/{import_id}/rejected.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All rows that an import refused, with the reasons, as a CSV file
         * @description Kept for a day.
         */
        get: operations["download_rejected_rows"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/workbooks/{workbook_id}/imports/{import_id}/rejected.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All rows that an import refused, with the reasons, as a CSV file
         * @description Kept for a day.
         */
        get: operations["download_rejected_rows_v2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workbooks/{workbook_id}/export.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Rows as a CSV file
         * @description UTF-8, RFC 4180. Lists are joined by "; ", objects are JSON. Text that a spreadsheet would run as a formula (it begins with = + - @, tab or a line end) gets an apostrophe in front; plain numbers and phone numbers such as -5 and +4930123456 do not. An import takes it off again. Streamed, so a workbook of any size can be read; rows in the order asked for, else by position. Rows written while the file is being sent may or may not be in it.
         */
        get: operations["export_csv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/workbooks/{workbook_id}/export.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Rows as a CSV file
         * @description UTF-8, RFC 4180. Lists are joined by "; ", objects are JSON. Text that a spreadsheet would run as a formula (it begins with = + - @, tab or a line end) gets an apostrophe in front; plain numbers and phone numbers such as -5 and +4930123456 do not. An import takes it off again. Streamed, so a workbook of any size can be read; rows in the order asked for, else by position. Rows written while the file is being sent may or may not be in it.
         */
        get: operations["export_csv_v2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workbooks/{workbook_id}/export.xlsx": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Rows as a spreadsheet
         * @description XLSX with numbers, dates and yes or no as such; text is never a formula. A sheet takes 1,048,576 rows, more go on further sheets; a cell takes 32,767 characters, longer text is cut. Streamed, so a workbook of any size can be read; rows in the order asked for, else by position. Rows written while the file is being sent may or may not be in it.
         */
        get: operations["export_xlsx"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/workbooks/{workbook_id}/export.xlsx": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Rows as a spreadsheet
         * @description XLSX with numbers, dates and yes or no as such; text is never a formula. A sheet takes 1,048,576 rows, more go on further sheets; a cell takes 32,767 characters, longer text is cut. Streamed, so a workbook of any size can be read; rows in the order asked for, else by position. Rows written while the file is being sent may or may not be in it.
         */
        get: operations["export_xlsx_v2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workbooks/{workbook_id}/export.jsonl": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Rows as JSON Lines
         * @description One object on each line, values by the names of the columns, as they are stored; blanks are left out. Streamed, so a workbook of any size can be read; rows in the order asked for, else by position. Rows written while the file is being sent may or may not be in it.
         */
        get: operations["export_jsonl"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/workbooks/{workbook_id}/export.jsonl": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Rows as JSON Lines
         * @description One object on each line, values by the names of the columns, as they are stored; blanks are left out. Streamed, so a workbook of any size can be read; rows in the order asked for, else by position. Rows written while the file is being sent may or may not be in it.
         */
        get: operations["export_jsonl_v2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workbooks/{workbook_id}/exports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Write a file of rows in the background
         * @description For many rows. Events of the type `export.progress` tell how far it is; the file is kept for a day.
         */
        post: operations["start_export"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/workbooks/{workbook_id}/exports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Write a file of rows in the background
         * @description For many rows. Events of the type `export.progress` tell how far it is; the file is kept for a day.
         */
        post: operations["start_export_v2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workbooks/{workbook_id}/exports/{export_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How far an export is */
        get: operations["get_export"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/workbooks/{workbook_id}/exports/{export_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How far an export is */
        get: operations["get_export_v2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workbooks/{workbook_id}/exports/{export_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Stop an export */
        post: operations["cancel_export"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/workbooks/{workbook_id}/exports/{export_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Stop an export */
        post: operations["cancel_export_v2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workbooks/{workbook_id}/exports/{export_id}/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The file of an export that is done */
        get: operations["download_export"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/workbooks/{workbook_id}/exports/{export_id}/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The file of an export that is done */
        get: operations["download_export_v2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workbooks/{workbook_id}/ingest-token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What is known of the ingest token, without the token */
        get: operations["get_ingest_token"];
        put?: never;
        /**
         * Make the token by which programs bring rows into this workbook
         * @description It is good for the ingest of this workbook and nothing else. A workbook has one: the one before ends at once. It is shown in this answer only.
         */
        post: operations["create_ingest_token"];
        /** Revoke the ingest token */
        delete: operations["revoke_ingest_token"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/workbooks/{workbook_id}/ingest-token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What is known of the ingest token, without the token */
        get: operations["get_ingest_token_v2"];
        put?: never;
        /**
         * Make the token by which programs bring rows into this workbook
         * @description It is good for the ingest of this workbook and nothing else. A workbook has one: the one before ends at once. It is shown in this answer only.
         */
        post: operations["create_ingest_token_v2"];
        /** Revoke the ingest token */
        delete: operations["revoke_ingest_token_v2"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workbooks/{workbook_id}/rows/ingest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Bring rows into a workbook with its ingest token
         * @description Up to 500 rows and 1 MiB a call. Every row has an outcome of its own: a bad one is rejected with its reason, and the others are kept. A row that the workbook knows by its identity (`PUT /{workbook_id}/identity`, or an import that matches rows) is updated, any other is added. The `RateLimit` headers tell how many calls are left.
         *
         *     ```sh
         *     curl -X POST https://millrace.example/api/workbooks/$WORKBOOK_ID/rows/ingest \
         *       -H 'Authorization: Bearer wbi_…' -H 'Content-Type: application/json' \
         *       -H 'Idempotency-Key: order-1742' \
         *       -d '{"rows": [{"Company": "Acme", "Website": "acme.com"}]}'
         *     ```
         */
        post: operations["ingest_rows"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/workbooks/{workbook_id}/rows/ingest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Bring rows into a workbook with its ingest token
         * @description Up to 500 rows and 1 MiB a call. Every row has an outcome of its own: a bad one is rejected with its reason, and the others are kept. A row that the workbook knows by its identity (`PUT /{workbook_id}/identity`, or an import that matches rows) is updated, any other is added. The `RateLimit` headers tell how many calls are left.
         *
         *     ```sh
         *     curl -X POST https://millrace.example/api/workbooks/$WORKBOOK_ID/rows/ingest \
         *       -H 'Authorization: Bearer wbi_…' -H 'Content-Type: application/json' \
         *       -H 'Idempotency-Key: order-1742' \
         *       -d '{"rows": [{"Company": "Acme", "Website": "acme.com"}]}'
         *     ```
         */
        post: operations["ingest_rows_v2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/leads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Leads by filter, search and order
         * @description The filter and the order are those of rows, with names of fields in place of column ids; `$created_at`, `$updated_at`, `$lead_id` and `$source` too. Newest first without an order. A question that takes longer than ten seconds is stopped (503).
         */
        get: operations["list_leads"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/leads/facets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The values of fields, with how many leads have each
         * @description Among the leads that answer the question, or all. Texts that differ by case alone are one value. Of very many leads a part is counted and the counts are scaled up (`is_estimate`).
         */
        get: operations["lead_facets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/leads/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The lead store in figures */
        get: operations["lead_stats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/lead": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take in a lead by what identifies it
         * @description A person is known by external id, e-mail address, LinkedIn profile or phone number, a company also by its domain; the first of these that a lead of the same kind has decides. A phone number alone does not, where anything else speaks against it. One that was erased is refused (409).
         */
        post: operations["save_lead"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/lead/{lead_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One lead, with where each value is from */
        get: operations["get_lead"];
        put?: never;
        post?: never;
        /**
         * Delete a lead
         * @description With its timeline, for good. Rows of workbooks that were linked to it stay.
         */
        delete: operations["delete_lead"];
        options?: never;
        head?: never;
        /**
         * Change values of a lead
         * @description What another lead is known by already is refused (409).
         */
        patch: operations["update_lead"];
        trace?: never;
    };
    "/api/lead/{lead_id}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Say how far the conversation is */
        post: operations["set_lead_status"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/lead/{lead_id}/timeline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What happened to a lead, newest first */
        get: operations["lead_timeline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/lead/{lead_id}/similar": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Leads like this one
         * @description Those of the same specialization first, then those of the same city; within each, those that agree in more.
         */
        get: operations["similar_leads"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/meta/lead-fields": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The fields of a lead */
        get: operations["list_lead_fields"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/leads/export.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Leads as a CSV file
         * @description UTF-8, RFC 4180, a column for each field. Text that a spreadsheet would run as a formula gets an apostrophe in front. Streamed, oldest first.
         */
        get: operations["export_leads_csv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/leads/export.jsonl": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Leads as JSON Lines
         * @description One object on each line; what is not known is left out. Streamed, oldest first.
         */
        get: operations["export_leads_jsonl"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/leads/import/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * See how a file of leads would be taken in
         * @description The same request as for the import, with or without a mapping; the whole file is read and nothing is stored. Tells where columns go, what does not fit and which rows are no leads.
         */
        post: operations["preview_leads_import"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/leads/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take in a file of leads
         * @description CSV, TSV and other delimited text, spreadsheets (XLSX), JSON Lines and JSON lists of objects are known by their first bytes. Multipart: the field `options` (JSON) first, then `file`; or the file itself; or `{"rows": [{…}], "options": {…}}`. Columns go to the fields that their names mean, others into `custom`. Stored a thousand rows at a time: when it breaks off, the rows before that are there, and sending the file again meets them by what identifies them.
         */
        post: operations["import_leads"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/leads/imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Imports of leads, the newest first */
        get: operations["list_leads_imports"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/leads/imports/{lead_import_id}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take an import of leads back
         * @description Deletes the leads that it made and puts back the values that it changed, where nobody has changed them since. Goes a stretch at a time: when it breaks off, sending it again goes on.
         */
        post: operations["undo_leads_import"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/lead/{lead_id}/erase": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Erase a lead for good, and do not let it come back
         * @description The lead with its timeline, the rows of workbooks linked to it with their cells, history and attempts, and answers and pages kept in the cache that hold its e-mail address, phone number or LinkedIn page. What identifies it is kept as hashes, under which it is refused from then on. Cannot be undone. Not reached: backups, exported files, and files uploaded for an import within the last day.
         */
        delete: operations["erase_lead"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workbooks/{workbook_id}/presence": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Say where you are in a workbook
         * @description Say it every ten seconds and when you move; after thirty seconds of silence, or with `left`, you are gone. The answer lists who is there. While you are there, `GET /api/events` brings a `presence` event of the same shape at every change; it has no `id`, since it is never repeated. Nothing of it is stored.
         */
        post: operations["tell_presence"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/workbooks/{workbook_id}/presence": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Say where you are in a workbook
         * @description Say it every ten seconds and when you move; after thirty seconds of silence, or with `left`, you are gone. The answer lists who is there. While you are there, `GET /api/events` brings a `presence` event of the same shape at every change; it has no `id`, since it is never repeated. Nothing of it is stored.
         */
        post: operations["tell_presence_v2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workbooks/{workbook_id}/work/{work_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop work over all rows
         * @description What is listed as a `walk` or as `compute`. What it has done so far stays. Columns whose computing was stopped say `behind` until `POST …/compute` lets it go on. Of a new type, values that were not read anew are kept as they came and marked, and undoing the change that began it takes all of it back. Rows whose recognition was not finished are recognised by nothing; undo brings back how they were recognised before.
         */
        post: operations["cancel_work"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/workbooks/{workbook_id}/work/{work_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop work over all rows
         * @description What is listed as a `walk` or as `compute`. What it has done so far stays. Columns whose computing was stopped say `behind` until `POST …/compute` lets it go on. Of a new type, values that were not read anew are kept as they came and marked, and undoing the change that began it takes all of it back. Rows whose recognition was not finished are recognised by nothing; undo brings back how they were recognised before.
         */
        post: operations["cancel_work_v2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/work": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What is being done in the background
         * @description Undoing and redoing, imports, exports, work over all rows, and formulas that are behind, from the moment they are; runs have their own list. What can be cancelled is cancelled where it was begun: `POST …/activity/{change_id}/cancel`, `…/imports/{import_id}/cancel`, `…/exports/{export_id}/cancel`, and a walk or computing by `…/work/{work_id}/cancel`. The 100 oldest.
         */
        get: operations["list_work"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workbooks/{workbook_id}/identity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How rows are recognised */
        get: operations["get_identity"];
        /**
         * Say how rows are recognised
         * @description By one column or by several together, each in a normal form. Imports, ingest and `dedupe` of added rows go by it. No row is changed or removed: of rows with the same identity the first is the one that is found. In a large workbook the rows are looked through in the background (`state` is `building`).
         */
        put: operations["set_identity"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/workbooks/{workbook_id}/identity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How rows are recognised */
        get: operations["get_identity_v2"];
        /**
         * Say how rows are recognised
         * @description By one column or by several together, each in a normal form. Imports, ingest and `dedupe` of added rows go by it. No row is changed or removed: of rows with the same identity the first is the one that is found. In a large workbook the rows are looked through in the background (`state` is `building`).
         */
        put: operations["set_identity_v2"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workbooks/{workbook_id}/identity/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What an identity would make of the rows: which would be the same
         * @description Looks at the first 250,000 rows; changes nothing.
         */
        post: operations["preview_identity"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/workbooks/{workbook_id}/identity/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What an identity would make of the rows: which would be the same
         * @description Looks at the first 250,000 rows; changes nothing.
         */
        post: operations["preview_identity_v2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workbooks/{workbook_id}/columns/{column_id}/type-preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What another type would make of the values of a column
         * @description For a column that people fill. Looks at the first 250,000 rows and changes nothing. The change itself is a PATCH of `input_type`: values are read anew (in a large workbook in the background), those that the type cannot read stay as they are, and undo brings all of it back.
         */
        post: operations["preview_column_type"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/workbooks/{workbook_id}/columns/{column_id}/type-preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What another type would make of the values of a column
         * @description For a column that people fill. Looks at the first 250,000 rows and changes nothing. The change itself is a PATCH of `input_type`: values are read anew (in a large workbook in the background), those that the type cannot read stay as they are, and undo brings all of it back.
         */
        post: operations["preview_column_type_v2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workbooks/{workbook_id}/columns/{column_id}/duplicate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Copy a column, right behind it */
        post: operations["duplicate_column"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/workbooks/{workbook_id}/columns/{column_id}/duplicate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Copy a column, right behind it */
        post: operations["duplicate_column_v2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workbooks/{workbook_id}/definition": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A workbook as a readable file
         * @description Columns, views that all see, and how rows are recognised, everything by its name; no rows, no keys. Put it under version control, change it, apply it here or in another workspace.
         */
        get: operations["get_definition"];
        /**
         * Plan or apply a definition
         * @description `mode=plan` tells in words what would change and changes nothing; `mode=apply` does it, with the `hash` of the plan, and refuses (409) when the workbook changed since. Applying what was exported changes nothing. A column is the one of the same name; with `was: Old name` it is renamed and keeps its values. Columns that the file does not have are removed; without `views`, `identity` or `description` in the file those stay as they are. Undo takes all of it back.
         */
        put: operations["put_definition"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/workbooks/{workbook_id}/definition": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A workbook as a readable file
         * @description Columns, views that all see, and how rows are recognised, everything by its name; no rows, no keys. Put it under version control, change it, apply it here or in another workspace.
         */
        get: operations["get_definition_v2"];
        /**
         * Plan or apply a definition
         * @description `mode=plan` tells in words what would change and changes nothing; `mode=apply` does it, with the `hash` of the plan, and refuses (409) when the workbook changed since. Applying what was exported changes nothing. A column is the one of the same name; with `was: Old name` it is renamed and keeps its values. Columns that the file does not have are removed; without `views`, `identity` or `description` in the file those stay as they are. Undo takes all of it back.
         */
        put: operations["put_definition_v2"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workbooks/{workbook_id}/duplicate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Copy a workbook
         * @description Columns, the views that all see and your own, and how rows are recognised; with `rows` the rows too, with what was found for them. Runs, history and what values cost stay with the original.
         */
        post: operations["duplicate_workbook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/workbooks/{workbook_id}/duplicate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Copy a workbook
         * @description Columns, the views that all see and your own, and how rows are recognised; with `rows` the rows too, with what was found for them. Runs, history and what values cost stay with the original.
         */
        post: operations["duplicate_workbook_v2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workbooks/{workbook_id}/compute": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Compute the columns that are not up to date
         * @description Those that say `behind`, because their computing was stopped. It goes on where it was, in the background; nothing happens where no column is behind.
         */
        post: operations["compute_behind"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/workbooks/{workbook_id}/compute": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Compute the columns that are not up to date
         * @description Those that say `behind`, because their computing was stopped. It goes on where it was, in the background; nothing happens where no column is behind.
         */
        post: operations["compute_behind_v2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workbooks/{workbook_id}/columns/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try a formula or lookup column out on ten rows
         * @description Changes nothing. What is wrong with a formula is told in `problems` with its place, not as an error, so that it can be asked while somebody types. A lookup by a column that nobody has looked up yet is answered from the first 5,000 rows.
         */
        post: operations["preview_column"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/workbooks/{workbook_id}/columns/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try a formula or lookup column out on ten rows
         * @description Changes nothing. What is wrong with a formula is told in `problems` with its place, not as an error, so that it can be asked while somebody types. A lookup by a column that nobody has looked up yet is answered from the first 5,000 rows.
         */
        post: operations["preview_column_v2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workbooks/{workbook_id}/columns/{column_id}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Compute a saved formula or lookup column on ten rows without storing anything */
        post: operations["preview_saved_column"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/workbooks/{workbook_id}/columns/{column_id}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Compute a saved formula or lookup column on ten rows without storing anything */
        post: operations["preview_saved_column_v2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/callbacks/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Bring an answer that was promised
         * @description For vendors that answer later. The address is made for one question, signed, and told to nobody else; what is brought is read in the background. Bringing it again changes nothing.
         */
        post: operations["receive_callback"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workbooks/{workbook_id}/run/estimate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What a run would do, cost and take */
        get: operations["get_run_estimate"];
        put?: never;
        /** What this run would do, cost and take */
        post: operations["estimate_run"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/workbooks/{workbook_id}/run/estimate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What a run would do, cost and take */
        get: operations["get_run_estimate_v2"];
        put?: never;
        /** What this run would do, cost and take */
        post: operations["estimate_run_v2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workbooks/{workbook_id}/run/rows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The rows behind a count of the estimate
         * @description Changes nothing. Each row is planned as the run would, and comes with the reason.
         */
        post: operations["list_run_rows"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/workbooks/{workbook_id}/run/rows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The rows behind a count of the estimate
         * @description Changes nothing. Each row is planned as the run would, and comes with the reason.
         */
        post: operations["list_run_rows_v2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workbooks/{workbook_id}/run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run enriched columns in the background
         * @description Answers at once; progress comes by GET /api/events as `run.progress` and `cells.updated`. Runs that share a column go one after the other.
         */
        post: operations["start_run"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/workbooks/{workbook_id}/run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run enriched columns in the background
         * @description Answers at once; progress comes by GET /api/events as `run.progress` and `cells.updated`. Runs that share a column go one after the other.
         */
        post: operations["start_run_v2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workbooks/{workbook_id}/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Runs of a workbook, newest first */
        get: operations["list_runs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/workbooks/{workbook_id}/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Runs of a workbook, newest first */
        get: operations["list_runs_v2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workbooks/{workbook_id}/runs/{run_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How a run stands */
        get: operations["get_run"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/workbooks/{workbook_id}/runs/{run_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How a run stands */
        get: operations["get_run_v2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workbooks/{workbook_id}/runs/{run_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a run
         * @description Ends it now. What was found stays; a cancelled run cannot be resumed.
         */
        post: operations["cancel_run"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/workbooks/{workbook_id}/runs/{run_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a run
         * @description Ends it now. What was found stays; a cancelled run cannot be resumed.
         */
        post: operations["cancel_run_v2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workbooks/{workbook_id}/runs/{run_id}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause a run
         * @description Rows under way are finished, no new ones begin.
         */
        post: operations["pause_run"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/workbooks/{workbook_id}/runs/{run_id}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause a run
         * @description Rows under way are finished, no new ones begin.
         */
        post: operations["pause_run_v2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workbooks/{workbook_id}/runs/{run_id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume a paused run
         * @description It goes on where it stopped.
         */
        post: operations["resume_run"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/workbooks/{workbook_id}/runs/{run_id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume a paused run
         * @description It goes on where it stopped.
         */
        post: operations["resume_run_v2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workbooks/{workbook_id}/runs/{run_id}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undo what a run wrote
         * @description Every value that is still as the run left it goes back to what was there before. What the run has cost is spent. Can be redone with `redo`.
         */
        post: operations["undo_run"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/workbooks/{workbook_id}/runs/{run_id}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undo what a run wrote
         * @description Every value that is still as the run left it goes back to what was there before. What the run has cost is spent. Can be redone with `redo`.
         */
        post: operations["undo_run_v2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workbooks/{workbook_id}/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Cancel every run of a workbook */
        post: operations["stop_workbook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/workbooks/{workbook_id}/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Cancel every run of a workbook */
        post: operations["stop_workbook_v2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workbooks/{workbook_id}/runs/{run_id}/errors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What went wrong in a run, grouped by cause
         * @description Cells that a later run has mended are not in it. `retry` of a group is the body of the run that takes it up.
         */
        get: operations["list_run_errors"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/workbooks/{workbook_id}/runs/{run_id}/errors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What went wrong in a run, grouped by cause
         * @description Cells that a later run has mended are not in it. `retry` of a group is the body of the run that takes it up.
         */
        get: operations["list_run_errors_v2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workbooks/{workbook_id}/errors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What stands as an error in a workbook, grouped by cause */
        get: operations["list_workbook_errors"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/workbooks/{workbook_id}/errors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What stands as an error in a workbook, grouped by cause */
        get: operations["list_workbook_errors_v2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Runs of all workbooks of the workspace, newest first */
        get: operations["list_workspace_runs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workbooks/{workbook_id}/rows/{row_id}/cells/{column_id}/run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run one cell again
         * @description Whatever came of it before; answers at once. A value that somebody typed over is kept (409) unless `force` says otherwise, which also passes the cache. `after_step` asks only the providers behind that step.
         */
        post: operations["run_cell"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/workbooks/{workbook_id}/rows/{row_id}/cells/{column_id}/run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run one cell again
         * @description Whatever came of it before; answers at once. A value that somebody typed over is kept (409) unless `force` says otherwise, which also passes the cache. `after_step` asks only the providers behind that step.
         */
        post: operations["run_cell_v2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workbooks/{workbook_id}/rows/{row_id}/cells/{column_id}/trace": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Why a cell holds what it holds */
        get: operations["get_cell_trace"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/workbooks/{workbook_id}/rows/{row_id}/cells/{column_id}/trace": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Why a cell holds what it holds */
        get: operations["get_cell_trace_v2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workbooks/{workbook_id}/columns/try": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask a column that is not saved yet for up to five rows
         * @description Really asks, and costs what asking costs, under the budgets and in the ledger; no cell is filled and no answer is kept. Tells what was sent and what came back, with secrets masked. An `output` column delivers nothing: it tells what it would send. A waterfall is played as a run would play it, from the cache where that has the answer; lookups that answer later are passed over.
         */
        post: operations["try_column"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/workbooks/{workbook_id}/columns/try": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask a column that is not saved yet for up to five rows
         * @description Really asks, and costs what asking costs, under the budgets and in the ledger; no cell is filled and no answer is kept. Tells what was sent and what came back, with secrets masked. An `output` column delivers nothing: it tells what it would send. A waterfall is played as a run would play it, from the cache where that has the answer; lookups that answer later are passed over.
         */
        post: operations["try_column_v2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workbooks/{workbook_id}/columns/{column_id}/try": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask a saved column for up to five rows without storing anything
         * @description As for a column that is not saved yet. 409 for a column that asks nobody.
         */
        post: operations["try_saved_column"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/workbooks/{workbook_id}/columns/{column_id}/try": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask a saved column for up to five rows without storing anything
         * @description As for a column that is not saved yet. 409 for a column that asks nobody.
         */
        post: operations["try_saved_column_v2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workbooks/{workbook_id}/rows/{row_id}/cells/{column_id}/drift-reports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report an answer as odd, and keep it as a sample
         * @description For an answer that could not be read, or that was read wrongly. What was sent and what came back is kept as the trace shows it, secrets masked, also when the attempt goes. Reporting it again changes nothing.
         */
        post: operations["report_drift"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/workbooks/{workbook_id}/rows/{row_id}/cells/{column_id}/drift-reports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report an answer as odd, and keep it as a sample
         * @description For an answer that could not be read, or that was read wrongly. What was sent and what came back is kept as the trace shows it, secrets masked, also when the attempt goes. Reporting it again changes nothing.
         */
        post: operations["report_drift_v2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/settings/drift-reports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Answers that were reported as odd, newest first */
        get: operations["list_drift_reports"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/settings/drift-reports/{report_id}/sample": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A reported answer as a sample for whoever mends the provider */
        get: operations["get_drift_sample"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/settings/drift-reports/{report_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete a report with its sample */
        delete: operations["delete_drift_report"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workbooks/{workbook_id}/columns/compare": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask up to four variants of an AI column for the same rows
         * @description Other prompts, other models, side by side. Really asks, under the budgets and in the ledger; no cell is filled.
         */
        post: operations["compare_columns"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/workbooks/{workbook_id}/columns/compare": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask up to four variants of an AI column for the same rows
         * @description Other prompts, other models, side by side. Really asks, under the budgets and in the ledger; no cell is filled.
         */
        post: operations["compare_columns_v2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workbooks/{workbook_id}/columns/{column_id}/tests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The pinned tests of an AI column, with how the last run of them went */
        get: operations["list_column_tests"];
        put?: never;
        /**
         * Pin a row, with what the column should answer on it
         * @description The values of the row are kept as they are now, so that the test asks the same whatever becomes of the row.
         */
        post: operations["pin_column_test"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/workbooks/{workbook_id}/columns/{column_id}/tests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The pinned tests of an AI column, with how the last run of them went */
        get: operations["list_column_tests_v2"];
        put?: never;
        /**
         * Pin a row, with what the column should answer on it
         * @description The values of the row are kept as they are now, so that the test asks the same whatever becomes of the row.
         */
        post: operations["pin_column_test_v2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workbooks/{workbook_id}/columns/{column_id}/tests/run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run the pinned tests, with the column as it is or as it would be
         * @description Asks for every pinned row, under the budgets and in the ledger, and tells what got better or worse since the run before. No cell is filled.
         */
        post: operations["run_column_tests"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/workbooks/{workbook_id}/columns/{column_id}/tests/run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run the pinned tests, with the column as it is or as it would be
         * @description Asks for every pinned row, under the budgets and in the ledger, and tells what got better or worse since the run before. No cell is filled.
         */
        post: operations["run_column_tests_v2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workbooks/{workbook_id}/columns/{column_id}/tests/{test_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Change what a pinned test expects */
        put: operations["update_column_test"];
        post?: never;
        /** Let a pinned test go */
        delete: operations["delete_column_test"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/workbooks/{workbook_id}/columns/{column_id}/tests/{test_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Change what a pinned test expects */
        put: operations["update_column_test_v2"];
        post?: never;
        /** Let a pinned test go */
        delete: operations["delete_column_test_v2"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workbooks/{workbook_id}/columns/{column_id}/performance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How the providers of a column did on the rows that were asked for last
         * @description Hit rate, acceptance under the rule of the column, verified rate, cost per accepted answer and time of each step, and the same by parts of the rows. A step that comes later was asked only where those before it had nothing, which are the harder rows.
         */
        get: operations["get_column_performance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/workbooks/{workbook_id}/columns/{column_id}/performance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How the providers of a column did on the rows that were asked for last
         * @description Hit rate, acceptance under the rule of the column, verified rate, cost per accepted answer and time of each step, and the same by parts of the rows. A step that comes later was asked only where those before it had nothing, which are the harder rows.
         */
        get: operations["get_column_performance_v2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workbooks/{workbook_id}/columns/{column_id}/suggest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Suggest the order of steps that costs least for each accepted answer
         * @description Only tells: the column keeps its order. Steps are compared by what an accepted answer costs at the lowest acceptance rate that may well be true, so that a few lucky calls do not beat thousands; of equals, who needs no key goes first.
         */
        post: operations["suggest_order"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/workbooks/{workbook_id}/columns/{column_id}/suggest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Suggest the order of steps that costs least for each accepted answer
         * @description Only tells: the column keeps its order. Steps are compared by what an accepted answer costs at the lowest acceptance rate that may well be true, so that a few lucky calls do not beat thousands; of equals, who needs no key goes first.
         */
        post: operations["suggest_order_v2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workbooks/{workbook_id}/columns/{column_id}/simulate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Play an order of steps on the rows that were asked for last
         * @description Nobody is asked and nothing is changed. Where all that the order would ask is on record, it is replayed; elsewhere the rest is expected from what the steps did on rows like it. The answer tells the two apart. Where answers are merged, a row counts as far as its fields are filled; where they are compared, when enough agree.
         */
        post: operations["simulate_order"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/workbooks/{workbook_id}/columns/{column_id}/simulate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Play an order of steps on the rows that were asked for last
         * @description Nobody is asked and nothing is changed. Where all that the order would ask is on record, it is replayed; elsewhere the rest is expected from what the steps did on rows like it. The answer tells the two apart. Where answers are merged, a row counts as far as its fields are filled; where they are compared, when enough agree.
         */
        post: operations["simulate_order_v2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workbooks/{workbook_id}/columns/{column_id}/auto-run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether a column runs by itself, and what that would cost */
        get: operations["get_auto_run"];
        /**
         * Let a column run by itself when rows come or change
         * @description It runs on new rows and on rows of which it reads something that was changed, gathered over a few seconds, within what it may spend in a day. What somebody typed over stays.
         */
        put: operations["arm_auto_run"];
        post?: never;
        /** Let a column run only when somebody says so */
        delete: operations["disarm_auto_run"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/workbooks/{workbook_id}/columns/{column_id}/auto-run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether a column runs by itself, and what that would cost */
        get: operations["get_auto_run_v2"];
        /**
         * Let a column run by itself when rows come or change
         * @description It runs on new rows and on rows of which it reads something that was changed, gathered over a few seconds, within what it may spend in a day. What somebody typed over stays.
         */
        put: operations["arm_auto_run_v2"];
        post?: never;
        /** Let a column run only when somebody says so */
        delete: operations["disarm_auto_run_v2"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/runs/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop everything in the workspace: every run, and every column that runs by itself
         * @description Calls under way are stopped, what was found stays. Columns that run by themselves are disarmed and say who stopped them; they run by themselves again once they are armed.
         */
        post: operations["stop_workspace"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/settings/models": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The models that columns can ask, as their vendors list them now
         * @description Vendors are set up like other integrations. A price that nobody entered is unknown.
         */
        get: operations["list_models"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/settings/models/prices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Say what a model costs
         * @description For a million tokens in and out. Counts from the next question on.
         */
        put: operations["put_model_price"];
        post?: never;
        /** Forget what a model costs */
        delete: operations["delete_model_price"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/settings/providers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The catalogue of lookups
         * @description Search by outcome, for example `work email`, `company domain`, `phone` or `country`.
         */
        get: operations["list_providers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/settings/providers/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How providers are doing in this workspace
         * @description Of every provider that was asked lately or is closed: calls and what came of them, how long they took, the last error, and whether it is asked at the moment. What needs a look comes first.
         */
        get: operations["list_provider_health"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/settings/providers/health/{account}/open": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask a provider again that is closed
         * @description For when it is known to be well again: the next call is made, within seconds in all processes. If it fails as before, the provider is closed again. One that asked to wait is not disturbed: 409.
         */
        post: operations["open_provider"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/settings/providers/{provider_id}/price": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What this workspace pays for a lookup */
        get: operations["get_provider_price"];
        /**
         * Set what this workspace pays for a lookup
         * @description Estimates, budgets and the ledger count with it from the next call on, also in a run that is under way. What was spent before stays as it was booked. A lookup that is free has no price: 409.
         */
        put: operations["set_provider_price"];
        post?: never;
        /** Go back to the price of the catalogue */
        delete: operations["clear_provider_price"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/billing/budgets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Budgets and how far they are used */
        get: operations["list_budgets"];
        /**
         * Set, change or take away budgets
         * @description Each is known by what it is for, its period and its kind; those not named stay. All are set or none. A call is made only when the most it can cost fits into every hard budget it counts in. What is refused is skipped as `over_budget`, cells nobody else could fill become `budget_stopped`, and their run ends as `budget_stopped`. Runs under way feel it at their next call. What was spent before is counted from the start.
         */
        put: operations["set_budgets"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workbooks/{workbook_id}/budget": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Limit what may be spent on a workbook
         * @description In all, by all runs. A call is made only when the most it can cost fits into every hard budget it counts in. What is refused is skipped as `over_budget`, cells nobody else could fill become `budget_stopped`, and their run ends as `budget_stopped`.
         */
        put: operations["set_workbook_budget"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/workbooks/{workbook_id}/budget": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Limit what may be spent on a workbook
         * @description In all, by all runs. A call is made only when the most it can cost fits into every hard budget it counts in. What is refused is skipped as `over_budget`, cells nobody else could fill become `budget_stopped`, and their run ends as `budget_stopped`.
         */
        put: operations["set_workbook_budget_v2"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workbooks/{workbook_id}/rows/{row_id}/cost": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a row has cost, by column and provider
         * @description By the ledger: what was asked for the row by runs, by itself and by trying columns out.
         */
        get: operations["get_row_cost"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/workbooks/{workbook_id}/rows/{row_id}/cost": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a row has cost, by column and provider
         * @description By the ledger: what was asked for the row by runs, by itself and by trying columns out.
         */
        get: operations["get_row_cost_v2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workbooks/{workbook_id}/cost": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What a workbook has cost, and what its budgets leave */
        get: operations["get_workbook_cost"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/workbooks/{workbook_id}/cost": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What a workbook has cost, and what its budgets leave */
        get: operations["get_workbook_cost_v2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/billing/ledger": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Every call that cost something or may have, newest first
         * @description What a vendor does not bill, such as a miss under `on_hit`, is in no line. Lines stay when workbooks, runs or people go.
         */
        get: operations["list_ledger"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/billing/ledger/export.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The ledger as a CSV file
         * @description UTF-8, RFC 4180. Text that a spreadsheet would run as a formula gets an apostrophe in front.
         */
        get: operations["export_ledger_csv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/billing/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What was spent, by day, provider, workbook, column, user or token */
        get: operations["list_spending"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/billing/balance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What was spent today and this month, what is open, and what budgets leave */
        get: operations["get_balance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/billing/ledger/{line_id}/settle": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Enter what an uncertain or unpriced call really cost
         * @description For whoever has looked at the bill of the vendor. Budgets count with it at once. It can be corrected later.
         */
        post: operations["settle_ledger_line"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/settings/workspace-integrations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The vendors that lookups take keys of, and which of them are set up */
        get: operations["list_workspace_integrations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/settings/workspace-integrations/{integration_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One integration */
        get: operations["get_workspace_integration"];
        /**
         * Enter keys
         * @description Values are sealed before they are stored and are never given out again. Blank and absent ones leave what is stored.
         */
        put: operations["update_workspace_integration"];
        post?: never;
        /** Forget what was entered for an integration */
        delete: operations["delete_workspace_integration"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/settings/workspace-integrations/{integration_id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try the stored key out
         * @description Makes the vendor's cheapest harmless call, which costs nothing. 409 when no key is stored.
         */
        post: operations["test_workspace_integration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/settings/secrets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Names of the secrets that columns may use, and which columns do */
        get: operations["list_secrets"];
        /**
         * Enter or replace a secret
         * @description Columns name it; its value goes only where such a column sends it, and is masked in every trace.
         */
        put: operations["put_secret"];
        post?: never;
        /**
         * Forget a secret
         * @description Rows of columns that name it are skipped from now on, for want of a key.
         */
        delete: operations["delete_secret"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/settings/enrichment-perf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How hard enrichment works in this workspace */
        get: operations["get_enrichment_perf"];
        /**
         * Change how hard enrichment works in this workspace
         * @description Values outside their range are moved into it; the answer holds what is in force. Absent settings stay.
         */
        put: operations["update_enrichment_perf"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/settings/practice": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether this workspace practises */
        get: operations["get_practice"];
        /** Practise, or ask providers in earnest */
        put: operations["update_practice"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/settings/retention": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How long this workspace keeps requests, responses and caches */
        get: operations["get_retention"];
        /**
         * Change how long this workspace keeps requests, responses and caches
         * @description What is older than that is deleted in the background, now and then once a day, and cannot be brought back. Absent settings stay; a value outside its range is refused, since it would delete something else than was meant.
         */
        put: operations["update_retention"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/settings/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How providers were used in this workspace, by day
         * @description Calls are counted on the day they began, as soon as their cells are written. Counts stay when workbooks, rows or old attempts go.
         */
        get: operations["list_usage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/settings/system": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How the install stands
         * @description For platform administrators. Counts are over all workspaces and tell nothing of any.
         */
        get: operations["get_system_state"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Live progress as server-sent events
         * @description Frames have `id`, `event` and one line of JSON `data` with `type`, `ts`, `workspace_id` and what the type brings. The first frame is `ready`. A reader that comes back with an id whose successors are gone gets `reset` and should fetch anew. A reader that does not keep up is cut; how many streams a person and a workspace have open at once is limited.
         */
        get: operations["stream_events"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/meta": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What this install is */
        get: operations["get_meta"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/meta/column-types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The types a column can have */
        get: operations["list_column_types"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/meta/formula-functions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The functions of formulas, each with its signature and examples */
        get: operations["list_formula_functions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/meta/statuses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The statuses a cell can have */
        get: operations["list_cell_statuses"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/meta/licenses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The licences a value can be under */
        get: operations["list_licenses"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Tell that the process is alive */
        get: operations["health"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Tell whether requests can be served now
         * @description Answers 503 while something that is needed is away or the process is ending.
         */
        get: operations["readiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the measurements of this process */
        get: operations["metrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
};
export type webhooks = Record<string, never>;
export type components = {
    schemas: {
        /** @description When an answer is good enough to stop: `any` value, a `verified` one, `verified_or_catch_all`, one with at least the confidence `min`, or one for which a `formula` over its fields holds, such as `AND({{employee_count}} > 10, {{confidence}} > 0.5)`; `{{value}}`, `{{confidence}}` and `{{verified}}` are there for every answer. The best answer that is not good enough is kept as `unverified`. */
        AcceptRule: {
            /** @constant */
            kind: "any";
        } | {
            /** @constant */
            kind: "verified";
        } | {
            /** @constant */
            kind: "verified_or_catch_all";
        } | {
            /** @constant */
            kind: "confidence";
            min: number;
        } | {
            /** @constant */
            kind: "formula";
            expression: string;
        };
        AskedFieldInput: {
            name: string;
            /**
             * @default text
             * @enum {string}
             */
            type?: "text" | "number" | "boolean" | "date" | "email" | "url" | "phone" | "json";
            /** @description Tells the model what is meant. */
            description?: string | null;
            /** @description The only answers allowed, of a text field. */
            options?: string[] | null;
        };
        AuditLine: {
            id: string;
            /** Format: date-time */
            ts: string;
            actor: {
                /** @description user, token, machine (the service itself) or stranger (nobody who had shown who they are). */
                kind: string;
                /** @description The person, also behind a token. */
                user_id: number | null;
                /** @description A username or the name of a token, as it was then. */
                name: string | null;
                /** @description The token that acted. */
                token_id: string | null;
            };
            /** @description What was done, for example `member.role_changed`. */
            act: string;
            object: {
                /** @description What kind of thing it was done to. */
                type: string | null;
                /** @description Its id. */
                id: string | null;
                /** @description Its name, as it was then. */
                name: string | null;
            };
            /** @description What was, as far as it changed; never a secret. */
            before: {
                [key: string]: unknown;
            } | null;
            /** @description What is since, as far as it changed; never a secret. */
            after: {
                [key: string]: unknown;
            } | null;
            /** @description Where the request came from. */
            ip: string | null;
            /** @description The `x-request-id` of the request. */
            request_id: string | null;
        };
        AuditList: {
            items: components["schemas"]["AuditLine"][];
            /** @description Asks for the next page; null on the last. */
            next_cursor: string | null;
        };
        AutoRun: {
            armed: boolean;
            max_usd_per_day: number | null;
            /** @description By runs of its own, in UTC. */
            spent_today_usd: number;
            /** @description The limit of the day was met; what is left runs after midnight UTC. */
            waiting_for_tomorrow: boolean;
            /** Format: date-time */
            armed_at: string | null;
            /** @description Why it does not run by itself any more though nobody disarmed it here, in words: whoever armed it may not start runs any more, or everything in the workspace was stopped. Null otherwise. */
            disarmed_because: string | null;
            /** @description What a row that comes is expected to cost, by the rows that are there and as if nothing was in the cache. Null while there is no row that it would be run on. */
            per_row: {
                low_usd: number;
                expected_usd: number;
                high_usd: number;
            } | null;
        };
        AutoRunUpdate: {
            /** @description The most it may spend by itself in a day, in UTC; 0 lets only what is free run. */
            max_usd_per_day: number;
        };
        Balance: {
            today: components["schemas"]["Spending"];
            month: components["schemas"]["Spending"];
            /** @description For calls under way now, since whenever. */
            reserved_usd: number;
            /** @description That may have been billed, since whenever. */
            uncertain_usd: number;
            budgets: components["schemas"]["Budget"][];
            /**
             * Format: date-time
             * @description Days and months are those of UTC.
             */
            as_of: string;
        };
        Budget: {
            id: string;
            /**
             * @description What it is for. `workbook` and `column` name a workbook, `user` whoever starts runs, `token` an ingest token: what columns that run by themselves ask for the rows that came by it.
             * @enum {string}
             */
            scope: "workspace" | "workbook" | "column" | "user" | "token";
            workbook_id: string | null;
            column_id: string | null;
            user_id: number | null;
            token_id: string | null;
            /** @description Of what it is for; null for the workspace, and for what is gone. */
            name: string | null;
            /**
             * @description Days and months are those of UTC; `run` is each run by itself; `total` is all time.
             * @enum {string}
             */
            period: "run" | "day" | "month" | "total";
            /**
             * @description A hard budget stops: no call is made that could go past it. A soft one only tells, at 80 and at 100 percent.
             * @enum {string}
             */
            kind: "hard" | "soft";
            /** @description US dollars. */
            limit_usd: number;
            /** @description Whether calls whose price nobody knows may be made under it all the same. They are in no sum. */
            allow_unknown_prices: boolean;
            /** @description The day or month that the figures are of; null for a budget of each run. */
            span: string | null;
            /** @description Settled. */
            spent_usd: number;
            /** @description For calls under way: the most they can cost. */
            reserved_usd: number;
            /** @description For calls that may have been billed without our knowing: the most they can have cost. */
            uncertain_usd: number;
            /** @description What may still be spent. */
            left_usd: number;
            /** @description Spent and uncertain, in percent of the limit. */
            share: number;
        };
        BudgetList: {
            items: components["schemas"]["Budget"][];
            next_cursor: string | null;
        };
        BudgetUpdate: {
            /**
             * @description What it is for. `workbook` and `column` name a workbook, `user` whoever starts runs, `token` an ingest token: what columns that run by themselves ask for the rows that came by it.
             * @enum {string}
             */
            scope: "workspace" | "workbook" | "column" | "user" | "token";
            workbook_id?: string | null;
            column_id?: string | null;
            user_id?: number | null;
            /** @description The id of an ingest token. */
            token_id?: string | null;
            /**
             * @description Days and months are those of UTC; `run` is each run by itself; `total` is all time.
             * @enum {string}
             */
            period: "run" | "day" | "month" | "total";
            /**
             * @description A hard budget stops: no call is made that could go past it. A soft one only tells, at 80 and at 100 percent.
             * @default hard
             * @enum {string}
             */
            kind?: "hard" | "soft";
            /** @description US dollars, at most 6 decimals; 0 stops everything that costs, null takes the budget away. */
            limit_usd: number | null;
            /**
             * @description Whether calls whose price nobody knows may be made under it all the same. They are in no sum.
             * @default false
             */
            allow_unknown_prices?: boolean;
        };
        BudgetsUpdate: {
            items: components["schemas"]["BudgetUpdate"][];
        };
        CallbackReceived: {
            received: boolean;
        };
        CellHistory: {
            items: components["schemas"]["CellVersion"][];
            /** @description Asks for the next page; null on the last. */
            next_cursor: string | null;
        };
        /** @description One cell; `enrichment` is null for an input column and for a pending cell. */
        CellResponse: {
            row_id: string;
            column_id: string;
            value: unknown;
            enrichment: components["schemas"]["EnrichmentOverlay"] | null;
            /** @description What to undo this by; null: nothing was changed. */
            change_id: string | null;
        };
        CellRunRequest: {
            /** @description Ask anew whatever the cache holds, deliver again what was delivered, and also when somebody typed over the value, which is then replaced. That can be undone. */
            force?: boolean | null;
            /** @description Id of a step of the waterfall: only those behind it are asked. */
            after_step?: string | null;
            /** @description As the header Idempotency-Key. */
            idempotency_key?: string | null;
        };
        CellTrace: {
            row_id: string;
            column_id: string;
            column_name: string;
            status: string;
            value: unknown;
            reason: string | null;
            detail: string | null;
            confidence: number | null;
            /** @description Null is unknown. */
            cost_usd: number | null;
            run_id: string | null;
            /** Format: date-time */
            updated_at: string | null;
            /** @description Where the value comes from: source, method, licence, when; null without one. */
            provenance: unknown;
            condition: {
                text: string | null;
                /** @description On the row as it is now; null without a condition. */
                holds: boolean | null;
                /** @description What the condition looks at, with what the row has there now. */
                reads: {
                    column_id: string;
                    name: string;
                    value: unknown;
                }[];
            };
            steps: {
                step_id: string;
                provider: string;
                label: string;
                /** @description What the step is asked with on this row now. */
                inputs: {
                    [key: string]: unknown;
                };
                skip: {
                    reason: string;
                    detail: string;
                } | null;
            }[];
            /** @description Every column that the value was made of, those that read nothing first, with their values on this row. */
            lineage: components["schemas"]["LineageNode"][];
            /** @description Where the row itself came from; null when people wrote it here. */
            row_source: unknown;
            /** @description The last values of the cell, newest first. */
            history: components["schemas"]["CellVersion"][];
            /** @description Newest run first, within it in the order they were made. */
            attempts: components["schemas"]["TraceAttempt"][];
        };
        CellUpdate: {
            value: unknown;
            /** @description The `change_id` that an earlier call of the same act answered: both are undone together. */
            change_id?: string | null;
        };
        /** @description A value that a cell has, or had. */
        CellVersion: {
            /** @description Restores this value. */
            version_id: string;
            value: unknown;
            /** @description Of a computed cell. */
            status: string | null;
            provider: string | null;
            run_id: string | null;
            /** @description The kind of act that wrote it; null when that is no longer known. */
            kind: string | null;
            words: string | null;
            /** @description Null: the service itself. */
            actor: {
                kind: string;
                user_id: number | null;
                name: string;
            } | null;
            /** Format: date-time */
            at: string | null;
            /** @description The cell has this value now. */
            is_current: boolean;
            /** @description The act that wrote it was undone. */
            undone: boolean;
        };
        Citation: {
            /** @description The field of the answer that it supports. */
            field: string;
            /** @description The page, or `workbook:` and the id of a workbook. */
            url: string;
            title: string;
            /** @description Stands on the page, but for blanks and spellings of quotation marks and dashes. */
            quote: string;
            /** Format: date-time */
            fetched_at: string;
            /** @description Always true: a quote that was not found is no citation. */
            verified: boolean;
        };
        ColumnCompareRequest: {
            /** @description The column as it would be saved, in each of the ways to compare: other prompts, other models. */
            variants: {
                /** @description Pixels. */
                width?: number | null;
                hidden?: boolean | null;
                pinned?: boolean | null;
                /** @constant */
                type: "ai";
                /**
                 * @description Vendor and model, as `GET /api/settings/models` lists them: `openai/…`, `anthropic/…`, `ollama/…`.
                 * @example ollama/llama3.2
                 */
                model: string;
                /** @description What to do. `{{Column}}` names a value; the values themselves follow the prompt as data, never as instructions. */
                prompt: string;
                /** @description What is to be answered. Anything else the model says is dropped; an answer of another type is refused. */
                fields: components["schemas"]["AskedFieldInput"][];
                /** @description The field that becomes the value. Absent: the only field, else all as an object. */
                output?: string | null;
                /** @description References without whose values a row is skipped, such as `{{Domain}}`. Absent: see the type of the column. */
                required?: string[] | null;
                /** @default 0 */
                temperature?: number;
                /**
                 * @description Longest answer.
                 * @default 1000
                 */
                max_tokens?: number;
                /**
                 * @description Seconds one row may take.
                 * @default 60
                 */
                timeout_seconds?: number;
                /**
                 * @description Days an answer to the same prompt, values and model may be used again.
                 * @default 30
                 */
                cache_days?: number;
                run_if?: components["schemas"]["FilterInput"] | null;
                /** @description Values older than this are stale. Absent: never. */
                max_age_days?: number | null;
                /** @description Of the column when it is saved already: it must not read itself. */
                id?: string | null;
                name?: string | null;
            }[];
            /** @description The rows to ask. Absent: the first five. */
            row_ids?: string[] | null;
            /** @description As the header Idempotency-Key. */
            idempotency_key?: string | null;
        };
        ColumnCompared: {
            /** @description In the order they were given. */
            variants: {
                model: string;
                /** @description In the order of the rows, the same for all variants. */
                rows: components["schemas"]["TriedRow"][];
                /** @description Rows with a value. */
                answered: number;
                /** @description Null when the price of one of the calls is unknown. */
                cost_usd: number | null;
                /** @description Of the median row. */
                duration_ms: number;
            }[];
            /** @description Spent, as far as it is known. It is in the ledger. */
            cost_usd: number;
        };
        ColumnCopyInput: {
            /** @description Absent: with “copy” behind. */
            name?: string | null;
            /**
             * @description Of a column that people fill: its values too. Others find their values by themselves or in a run.
             * @default true
             */
            values?: boolean;
        };
        ColumnDependant: {
            /**
             * @description `column`: reads it, directly or through others; `identity`: rows are recognised by it; `lookup`: a column of another workbook; `view`: filters, sorts, groups or colours by it; `run`: is filling it or reads it just now.
             * @enum {string}
             */
            kind: "column" | "identity" | "lookup" | "view" | "run";
            /** @description Of the column, view or run; of the workbook for `identity` and `lookup`. */
            id: string;
            name: string;
            /** @description Whether the column is deleted only with `force=true` because of it. */
            blocks: boolean;
        };
        ColumnDependantList: {
            items: components["schemas"]["ColumnDependant"][];
            /** @description Asks for the next page; null on the last. */
            next_cursor: string | null;
        };
        ColumnOrder: {
            /** @description Every column of the workbook once, in the new order. */
            column_ids: string[];
        };
        ColumnPerformance: {
            column_id: string;
            /** @description What the steps are asked for; null is all they have. */
            field: string | null;
            /** @description Rows that the figures are of. */
            rows: number;
            /** @description The workspace practises: these are figures of made-up answers. */
            practice: boolean;
            /** @description How rows are told apart: by the column in whose parts the steps differ most, unless told otherwise. */
            segmentation: components["schemas"]["Segmentation"] | null;
            /** @description Other ways to tell the rows apart. */
            segmentations: components["schemas"]["Segmentation"][];
            /** @description In the order of the column. A verifier is counted with the step whose answers it checks. */
            steps: {
                step_id: string;
                provider: string;
                label: string;
                /** @description Rows on which it was asked; the newest asking of a row counts. */
                asked: number;
                /** @description Of those, with a value. */
                found: number;
                /** @description Of those, accepted by the rule of the column, its verifier included. */
                accepted: number;
                /** @description Of those with a value, known to be verified. */
                verified: number;
                /** @description It answered that it has none. */
                misses: number;
                /** @description It could not be told. */
                errors: number;
                /** @description Answered from the cache. Counts with what it would have cost. */
                cached: number;
                /** @description Of the answers, those with a value; null without any. */
                hit_rate: number | null;
                /** @description Of the askings, those accepted. */
                accept_rate: number | null;
                /** @description The acceptance rate may well be as low as this (Wilson, 95 %). */
                accept_low: number;
                /** @description And as high as this. */
                accept_high: number;
                /** @description Of the values of which it is known, those that are verified. */
                verified_rate: number | null;
                /** @description Of all askings, verifiers included. */
                cost_usd: number;
                /** @description Null while nothing was accepted. */
                cost_per_accepted_usd: number | null;
                /** @description Askings whose cost is not known; they count with the most that they may have cost. */
                unpriced: number;
                /** @description Half of the calls took no longer; null when the cache answered all. */
                p50_ms: number | null;
                /** @description 19 of 20 calls took no longer. */
                p95_ms: number | null;
                segments: {
                    value: string;
                    /** @description Rows on which it was asked; the newest asking of a row counts. */
                    asked: number;
                    /** @description Of those, with a value. */
                    found: number;
                    /** @description Of those, accepted by the rule of the column, its verifier included. */
                    accepted: number;
                    /** @description Of those with a value, known to be verified. */
                    verified: number;
                    /** @description It answered that it has none. */
                    misses: number;
                    /** @description It could not be told. */
                    errors: number;
                    /** @description Answered from the cache. Counts with what it would have cost. */
                    cached: number;
                    /** @description Of the answers, those with a value; null without any. */
                    hit_rate: number | null;
                    /** @description Of the askings, those accepted. */
                    accept_rate: number | null;
                    /** @description The acceptance rate may well be as low as this (Wilson, 95 %). */
                    accept_low: number;
                    /** @description And as high as this. */
                    accept_high: number;
                    /** @description Of the values of which it is known, those that are verified. */
                    verified_rate: number | null;
                    /** @description Of all askings, verifiers included. */
                    cost_usd: number;
                    /** @description Null while nothing was accepted. */
                    cost_per_accepted_usd: number | null;
                    /** @description Askings whose cost is not known; they count with the most that they may have cost. */
                    unpriced: number;
                    /** @description Half of the calls took no longer; null when the cache answered all. */
                    p50_ms: number | null;
                    /** @description 19 of 20 calls took no longer. */
                    p95_ms: number | null;
                }[];
            }[];
        };
        ColumnPreview: {
            type: string;
            /** @description What the column gives, as far as it can be known. */
            value_type: string | null;
            volatile: boolean;
            /** @description The formula written evenly; it means the same. */
            formatted: string | null;
            /** @description Ids of the columns that it reads. */
            reads: string[];
            /** @description Why it cannot be saved; then there are no rows. */
            problems: {
                type: string;
                message: string;
                /** @description Where in the expression, in UTF-16 units from 0. */
                start: number;
                /** @description Behind the last one. */
                end: number;
                suggestion: string | null;
            }[];
            rows: {
                row_id: string;
                position: number;
                /** @description What the row holds in the columns that are read. */
                inputs: {
                    [key: string]: unknown;
                };
                value: unknown;
                /** @description `complete` or `error`. */
                status: string;
                error: {
                    class: string;
                    message: string;
                    start: number | null;
                    end: number | null;
                } | null;
            }[];
        };
        ColumnPreviewRequest: {
            /** @description The column as it would be saved. */
            column: {
                /** @description Pixels. */
                width?: number | null;
                hidden?: boolean | null;
                pinned?: boolean | null;
                /** @constant */
                type: "formula";
                /** @description Such as `IF({{Employees}} > 50, "large", "small")`. Columns are written `{{Column name}}`, with a dotted path inside or behind the braces; functions, with signatures and examples, are listed by `GET /api/meta/formula-functions`. */
                expression: string;
                /** @description What the formula gives: text, number, boolean, date, list, object or any. Inferred; what is sent is ignored. */
                value_type?: string | null;
                /** @description The columns of other workbooks that LOOKUP and COUNTIF look through, as the formula writes them. Worked out when it is saved; what is sent is ignored. */
                ranges?: {
                    ref: string;
                    workbook_id: string;
                    column_id: string;
                }[] | null;
                /** @description True when the result changes with time, as of TODAY(): then it is computed anew every night. Inferred. */
                volatile?: boolean | null;
                /** @description Of the column when it is saved already: it must not read itself. */
                id?: string | null;
                name?: string | null;
            } | {
                /** @description Pixels. */
                width?: number | null;
                hidden?: boolean | null;
                pinned?: boolean | null;
                /** @constant */
                type: "lookup";
                /**
                 * Format: uuid
                 * @description The other workbook, of the same workspace.
                 */
                workbook_id: string;
                /** @description What is looked for, as a template over the columns of this workbook: `{{Domain}}`. */
                key: string;
                /** @description Id of the column of the other workbook that is compared. */
                their_key: string;
                /**
                 * @description How the two are compared: as text without regard to case and blanks, or as the domain, e-mail address or telephone number that they stand for.
                 * @default text
                 * @enum {string}
                 */
                compare?: "text" | "domain" | "email" | "phone";
                /**
                 * @description `one` and `first`: the value of the first matching row; `last`: of the last one; `many`: a list of the first 100; `exists`: true or false; `count`: how many; `sum`, `avg`, `min`, `max`: over the numbers of all matching rows.
                 * @default one
                 * @enum {string}
                 */
                give?: "one" | "many" | "exists" | "count" | "sum" | "avg" | "min" | "max" | "first" | "last";
                /** @description Id of the column whose value is given; not needed for `exists` and `count`. */
                their_column?: string | null;
                /** @description Of the column when it is saved already: it must not read itself. */
                id?: string | null;
                name?: string | null;
            };
            /** @description The rows to try. Absent: the first ones, with some that lack what is read. */
            row_ids?: string[] | null;
        };
        ColumnStats: {
            column_id: string;
            /** @description Rows that were looked at and match. */
            rows: number;
            /** @description Of those, rows with a value. */
            filled: number;
            /** @description 0 to 1; null without rows. */
            fill_rate: number | null;
            /** @description The workbook is big: all figures are those of some stretches of rows from all over it. */
            is_sampled: boolean;
            /** @description Cells by status, of a computed column. */
            statuses: {
                [key: string]: number;
            } | null;
            number: {
                count: number;
                min: number;
                max: number;
                sum: number;
                avg: number;
            } | null;
            date: {
                count: number;
                earliest: string;
                latest: string;
            } | null;
            /** @description The most frequent values, the most frequent first. */
            top: components["schemas"]["RowGroup"][];
        };
        ColumnTest: {
            id: string;
            /** @description The row it was pinned from; it may have changed or gone since. */
            row_id: string | null;
            /** @description The values that the column reads, by the name of their column. */
            inputs: {
                [key: string]: unknown;
            };
            expected: {
                [key: string]: components["schemas"]["TestExpectation"];
            };
            result: components["schemas"]["ColumnTestResult"] | null;
            result_before: components["schemas"]["ColumnTestResult"] | null;
            change: ("better" | "worse") | null;
            /** Format: date-time */
            created_at: string;
        };
        ColumnTestCreate: {
            /** @description Its values are kept as they are now. */
            row_id: string;
            /**
             * @description What is expected, by the name of the answer. Others are not looked at.
             * @example {
             *       "size": {
             *         "value": "large",
             *         "how": "exact"
             *       }
             *     }
             */
            expected: {
                [key: string]: components["schemas"]["TestExpectationInput"];
            };
        };
        ColumnTestList: {
            items: components["schemas"]["ColumnTest"][];
            next_cursor: string | null;
            passed: number;
            failed: number;
            /** @description 0..1 of those that were judged; null when none was. */
            pass_rate: number | null;
        };
        ColumnTestResult: {
            /**
             * @description `not_asked`: there was no answer to judge, for want of a key, of money, or of a vendor that answers.
             * @enum {string}
             */
            outcome: "passed" | "failed" | "not_asked";
            model: string;
            /** Format: date-time */
            at: string;
            status: string;
            fields: {
                [key: string]: unknown;
            } | null;
            /** @description Names of the answers that were not as expected. */
            wrong: string[];
            detail: string | null;
            cost_usd: number | null;
        };
        ColumnTestRunRequest: {
            /** @description The column with changes that are not saved yet. */
            column?: {
                /** @description Pixels. */
                width?: number | null;
                hidden?: boolean | null;
                pinned?: boolean | null;
                /** @constant */
                type: "ai";
                /**
                 * @description Vendor and model, as `GET /api/settings/models` lists them: `openai/…`, `anthropic/…`, `ollama/…`.
                 * @example ollama/llama3.2
                 */
                model: string;
                /** @description What to do. `{{Column}}` names a value; the values themselves follow the prompt as data, never as instructions. */
                prompt: string;
                /** @description What is to be answered. Anything else the model says is dropped; an answer of another type is refused. */
                fields: components["schemas"]["AskedFieldInput"][];
                /** @description The field that becomes the value. Absent: the only field, else all as an object. */
                output?: string | null;
                /** @description References without whose values a row is skipped, such as `{{Domain}}`. Absent: see the type of the column. */
                required?: string[] | null;
                /** @default 0 */
                temperature?: number;
                /**
                 * @description Longest answer.
                 * @default 1000
                 */
                max_tokens?: number;
                /**
                 * @description Seconds one row may take.
                 * @default 60
                 */
                timeout_seconds?: number;
                /**
                 * @description Days an answer to the same prompt, values and model may be used again.
                 * @default 30
                 */
                cache_days?: number;
                run_if?: components["schemas"]["FilterInput"] | null;
                /** @description Values older than this are stale. Absent: never. */
                max_age_days?: number | null;
                /** @description Of the column when it is saved already: it must not read itself. */
                id?: string | null;
                name?: string | null;
            } | null;
            /** @description As the header Idempotency-Key. */
            idempotency_key?: string | null;
        };
        ColumnTestUpdate: {
            /**
             * @description What is expected, by the name of the answer. Others are not looked at.
             * @example {
             *       "size": {
             *         "value": "large",
             *         "how": "exact"
             *       }
             *     }
             */
            expected: {
                [key: string]: components["schemas"]["TestExpectationInput"];
            };
        };
        ColumnTry: {
            rows: components["schemas"]["TriedRow"][];
            /** @description Spent by trying, as far as it is known. It is in the ledger, under the budgets of workspace, workbook, column and user. */
            cost_usd: number;
            /** @description Of an `http` column: what there is in the answers, to choose fields from. */
            paths: {
                path: string;
                type: string;
                example: unknown;
            }[];
        };
        ColumnTryRequest: {
            /** @description The column as it would be saved. */
            column: {
                /** @description Pixels. */
                width?: number | null;
                hidden?: boolean | null;
                pinned?: boolean | null;
                /** @constant */
                type: "http";
                /**
                 * @description Other than GET is asked for every row by itself.
                 * @default GET
                 * @enum {string}
                 */
                method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
                /** @description Address with references in path and query, each encoded as one part of it. Scheme and host are fixed unless `any_host`. */
                url: string;
                /** @description The row says where the request goes. Excludes `auth`: a secret goes to one host only. */
                any_host?: boolean | null;
                /** @description Query parameters; those without a value are left out. */
                query?: {
                    [key: string]: string;
                } | null;
                /** @description Headers; those without a value are left out. Keys belong into `auth`. */
                headers?: {
                    [key: string]: string;
                } | null;
                /** @description JSON with references. One inside of quotes stays inside whatever its value is; one outside becomes the JSON value. */
                body?: string | null;
                /** @description Fields of a form, in place of `body`. */
                form?: {
                    [key: string]: string;
                } | null;
                auth?: components["schemas"]["HttpAuthInput"] | null;
                pages?: components["schemas"]["HttpPagesInput"] | null;
                /** @description Where the list stands that the pages continue, such as `data.items`. */
                items?: string | null;
                /** @default 5 */
                max_pages?: number;
                /**
                 * @description What is kept of the answer. Empty: all of it.
                 * @default []
                 */
                fields?: {
                    name: string;
                    /** @description Such as `data.items[0].email`, or `items[].name` for one of every item. Empty: the whole answer. */
                    path: string;
                    /**
                     * @default text
                     * @enum {string}
                     */
                    type?: "text" | "number" | "boolean" | "date" | "email" | "url" | "phone" | "json";
                }[];
                /** @description The field that becomes the value. Absent: the only field, else all as an object. */
                output?: string | null;
                /** @description What means "nothing found" rather than an error. Absent: status 404. */
                miss?: {
                    statuses?: number[] | null;
                    /** @description A path: nothing there is a miss. */
                    empty?: string | null;
                } | null;
                /** @description References without whose values a row is skipped, such as `{{Domain}}`. Absent: see the type of the column. */
                required?: string[] | null;
                /** @description Of one request. Absent: free. */
                price_usd?: number | null;
                /**
                 * @description Whether a miss costs too.
                 * @default per_call
                 * @enum {string}
                 */
                billing?: "on_hit" | "per_call";
                per_second?: number | null;
                concurrency?: number | null;
                /**
                 * @description Seconds one row may take.
                 * @default 30
                 */
                timeout_seconds?: number;
                /**
                 * @description Days an answer to GET may be used again.
                 * @default 1
                 */
                cache_days?: number;
                /** @description Asking twice costs and changes nothing. Absent: true of a GET without a price. */
                repeat_safe?: boolean | null;
                run_if?: components["schemas"]["FilterInput"] | null;
                /** @description Values older than this are stale. Absent: never. */
                max_age_days?: number | null;
                /** @description Of the column when it is saved already: it must not read itself. */
                id?: string | null;
                name?: string | null;
            } | {
                /** @description Pixels. */
                width?: number | null;
                hidden?: boolean | null;
                pinned?: boolean | null;
                /** @constant */
                type: "ai";
                /**
                 * @description Vendor and model, as `GET /api/settings/models` lists them: `openai/…`, `anthropic/…`, `ollama/…`.
                 * @example ollama/llama3.2
                 */
                model: string;
                /** @description What to do. `{{Column}}` names a value; the values themselves follow the prompt as data, never as instructions. */
                prompt: string;
                /** @description What is to be answered. Anything else the model says is dropped; an answer of another type is refused. */
                fields: components["schemas"]["AskedFieldInput"][];
                /** @description The field that becomes the value. Absent: the only field, else all as an object. */
                output?: string | null;
                /** @description References without whose values a row is skipped, such as `{{Domain}}`. Absent: see the type of the column. */
                required?: string[] | null;
                /** @default 0 */
                temperature?: number;
                /**
                 * @description Longest answer.
                 * @default 1000
                 */
                max_tokens?: number;
                /**
                 * @description Seconds one row may take.
                 * @default 60
                 */
                timeout_seconds?: number;
                /**
                 * @description Days an answer to the same prompt, values and model may be used again.
                 * @default 30
                 */
                cache_days?: number;
                run_if?: components["schemas"]["FilterInput"] | null;
                /** @description Values older than this are stale. Absent: never. */
                max_age_days?: number | null;
                /** @description Of the column when it is saved already: it must not read itself. */
                id?: string | null;
                name?: string | null;
            } | {
                /** @description Pixels. */
                width?: number | null;
                hidden?: boolean | null;
                pinned?: boolean | null;
                /** @constant */
                type: "research";
                /**
                 * @description Vendor and model, as `GET /api/settings/models` lists them: `openai/…`, `anthropic/…`, `ollama/…`.
                 * @example ollama/llama3.2
                 */
                model: string;
                /** @description What to find out. `{{Column}}` names a value; the values themselves follow as data, never as instructions. */
                prompt: string;
                /** @description What is to be answered. Anything else the model says is dropped; an answer of another type is refused. */
                fields: components["schemas"]["AskedFieldInput"][];
                /** @description The field that becomes the value. Absent: the only field, else all as an object. */
                output?: string | null;
                /** @description References without whose values a row is skipped, such as `{{Domain}}`. Absent: see the type of the column. */
                required?: string[] | null;
                /**
                 * @description Id of the web search to use; `none` for none. Absent: the first that the workspace has a key of.
                 * @example searxng-web-search
                 * @example serper-web-search
                 * @example brave-web-search
                 */
                search?: string | null;
                /** @description Workbooks it may look into. */
                tables?: components["schemas"]["ResearchTableInput"][] | null;
                /**
                 * @description A step is one question to the model and what it then does. The last one is kept for the answer.
                 * @default 8
                 */
                max_steps?: number;
                /** @description What one row may cost. Absent: no limit. */
                max_usd?: number | null;
                /** @default 0 */
                temperature?: number;
                /**
                 * @description Longest answer of a step.
                 * @default 1500
                 */
                max_tokens?: number;
                /**
                 * @description Seconds one row may take.
                 * @default 180
                 */
                timeout_seconds?: number;
                /**
                 * @description Days a step may be answered again without asking when nothing it goes by has changed.
                 * @default 30
                 */
                cache_days?: number;
                run_if?: components["schemas"]["FilterInput"] | null;
                /** @description Values older than this are stale. Absent: never. */
                max_age_days?: number | null;
                /** @description Of the column when it is saved already: it must not read itself. */
                id?: string | null;
                name?: string | null;
            } | {
                /** @description Pixels. */
                width?: number | null;
                hidden?: boolean | null;
                pinned?: boolean | null;
                /** @constant */
                type: "output";
                target: components["schemas"]["OutputTargetInput"];
                /** @description References without whose values a row is skipped, such as `{{Domain}}`. Absent: see the type of the column. */
                required?: string[] | null;
                /**
                 * @description Seconds one row may take.
                 * @default 30
                 */
                timeout_seconds?: number;
                run_if?: components["schemas"]["FilterInput"] | null;
                /** @description Values older than this are stale. Absent: never. */
                max_age_days?: number | null;
                /** @description Of the column when it is saved already: it must not read itself. */
                id?: string | null;
                name?: string | null;
            } | {
                /** @description Pixels. */
                width?: number | null;
                hidden?: boolean | null;
                pinned?: boolean | null;
                /** @constant */
                type: "waterfall";
                /** @description The output field every step is asked for. */
                output: string;
                /** @description Asked in exactly this order until an answer is accepted. */
                steps: components["schemas"]["WaterfallStepInput"][];
                accept?: components["schemas"]["AcceptRule"] | null;
                verify?: components["schemas"]["VerifierInput"] | null;
                mode?: ("stop" | "merge" | "cross_check") | null;
                /** @description Of `merge`: the output fields that make the value. Absent: `output` alone. */
                fields?: string[] | null;
                /** @description Of `cross_check`: how many have to agree. Absent: 2. */
                agree?: number | null;
                /** @description What the calls for one row may cost. Absent: no limit. */
                max_usd_per_row?: number | null;
                /** @description What the calls for one row may take. Absent: no limit. */
                max_seconds_per_row?: number | null;
                /** @description Of a column for `work_email`: the address is guessed by its pattern first, for nothing, from the name and domain that the steps are asked with, and kept if it is verified, by `verify` or else by our own verifier. Absent: false. */
                free_guess?: boolean | null;
                /** @description Most providers asked per row, 0 = all. Absent: the setting of the workspace. */
                max_providers?: number | null;
                run_if?: components["schemas"]["FilterInput"] | null;
                /** @description Values older than this are stale. Absent: never. */
                max_age_days?: number | null;
                /** @description Of the column when it is saved already: it must not read itself. */
                id?: string | null;
                name?: string | null;
            } | {
                /** @description Pixels. */
                width?: number | null;
                hidden?: boolean | null;
                pinned?: boolean | null;
                /** @constant */
                type: "enrichment";
                /** @description Id of a lookup in the catalogue. */
                provider: string;
                /** @description The output field to keep. Absent: the whole answer as an object, for use as `{{Name.field}}`. */
                output?: string | null;
                /** @description A template per input of the lookup, by input name. */
                inputs: {
                    [key: string]: string;
                };
                accept?: components["schemas"]["AcceptRule"] | null;
                run_if?: components["schemas"]["FilterInput"] | null;
                /** @description Values older than this are stale. Absent: never. */
                max_age_days?: number | null;
                /** @description Of the column when it is saved already: it must not read itself. */
                id?: string | null;
                name?: string | null;
            };
            /** @description The rows to try. Absent: the first ones. */
            row_ids?: string[] | null;
            /** @description As the header Idempotency-Key. */
            idempotency_key?: string | null;
        };
        ColumnTypeList: {
            items: {
                type: string;
                input_types?: string[];
            }[];
            next_cursor: string | null;
        };
        ColumnTypePreview: {
            checked_rows: number;
            total_rows: number;
            /** @description False: the workbook has more rows than were looked at. */
            complete: boolean;
            /** @description Rows with a value. */
            filled: number;
            /** @description Values that stay as they are. */
            same: number;
            /** @description Values that the type reads differently, such as the text “1,200” as 1200. */
            read_anew: number;
            /** @description Values that the type cannot read: they are kept as they are and marked. */
            marked: number;
            /** @description The first few. */
            read_anew_examples: {
                row_id: string;
                from: unknown;
                to: unknown;
            }[];
            /** @description The first few. */
            marked_examples: {
                row_id: string;
                from: unknown;
                to: unknown;
            }[];
        };
        ColumnTypeTriedInput: {
            /**
             * @default text
             * @enum {string}
             */
            input_type?: "text" | "long_text" | "number" | "currency" | "percent" | "date" | "checkbox" | "select" | "multi_select" | "email" | "url" | "phone" | "json";
            /** @description The choices of a select or multi_select. */
            options?: string[] | null;
        };
        /** @description The members of the column to change, the others stay; null takes an optional member away. A new name is also written into every `{{reference}}` of the workbook. */
        ColumnUpdate: {
            name?: string | null;
            misfits?: ("keep" | "clear") | null;
        } & {
            [key: string]: unknown;
        };
        DefinitionPlan: {
            /** @enum {string} */
            mode: "plan" | "apply";
            /** @description Empty: the workbook is as the definition says. */
            changes: {
                /** @enum {string} */
                kind: "add" | "change" | "rename" | "remove" | "reorder";
                /** @enum {string} */
                of: "workbook" | "column" | "view" | "identity";
                name: string;
                /** @description For a person. */
                words: string;
                warnings: string[];
                /** @description What differs, as the file says it: from null to what is added, from what is removed to null. */
                fields: {
                    name: string;
                    from: unknown;
                    to: unknown;
                }[];
            }[];
            /** @description What stands in the way, such as a provider that is not in the catalogue; applying is refused (422). */
            problems: {
                loc: (string | number)[];
                msg: string;
                type: string;
            }[];
            /** @description Send it back to apply exactly this plan. */
            hash: string;
            /** @description Undoes all of it, once applied; null: nothing differed. */
            change_id: string | null;
        };
        DefinitionSentInput: {
            /** @description The file as text (YAML or JSON), or what stands in it as an object. At most 512 KiB, without aliases. */
            definition: unknown;
            /** @description To apply: the hash of the plan that was looked at. */
            hash?: string | null;
        };
        DriftReport: {
            id: string;
            /** @description Id of the lookup. */
            provider: string;
            label: string;
            workbook_id: string;
            row_id: string;
            column_id: string;
            /** @description Null when that person is gone. */
            reported_by: string | null;
            /** Format: date-time */
            reported_at: string;
            note: string;
            /** Format: date-time */
            asked_at: string;
            outcome: string | null;
            reason: string | null;
            /** @description Why it could not be read, where it could not. */
            detail: string | null;
        };
        DriftReportList: {
            items: components["schemas"]["DriftReport"][];
            /** @description Asks for the next page; null on the last. */
            next_cursor: string | null;
        };
        DriftReportRequest: {
            /** @description Of the trace of this cell. */
            attempt_id: string;
            /**
             * @description What is odd about the answer.
             * @default
             */
            note?: string;
            /** @description As the header Idempotency-Key. */
            idempotency_key?: string | null;
        };
        /** @description What whoever mends the provider needs. Keys are masked; what was asked about is not, so look before you give it away. */
        DriftSample: {
            lookup: string;
            /** Format: date-time */
            asked_at: string;
            note: string;
            outcome: string | null;
            reason: string | null;
            detail: string | null;
            /** @description What was sent, secrets masked. */
            request: unknown;
            /** @description What came back, secrets masked, long text cut. */
            response: unknown;
        };
        /** @description One computed cell. */
        EnrichmentOverlay: {
            /** @description Of a cell being worked on, or whose last try failed, the value before. */
            value: unknown;
            /** @description pending, queued, running, waiting, throttled, complete, unverified, not_found, skipped, error, budget_stopped, stale, overridden or cancelled. */
            status: string;
            provenance: components["schemas"]["Provenance"] | null;
            research: components["schemas"]["ResearchEvidence"] | null;
            provider: string | null;
            /** @description Why it was skipped or failed, as a word. */
            reason: string | null;
            /** @description The same in words for a person. */
            detail: string | null;
            error: {
                class: string;
                message: string;
            } | null;
            /** @description 0 to 1. */
            confidence: number | null;
            /** @description Null is unknown: somebody was asked at a price nobody knows. */
            cost_usd: number | null;
            run_id: string | null;
            /** Format: date-time */
            updated_at: string | null;
            /**
             * Format: date-time
             * @description When a throttled or waiting cell goes on.
             */
            resumes_at?: string;
        };
        ErrorGroup: {
            column_id: string;
            column_name: string;
            provider: string | null;
            /** @description `error`, `throttled` or `budget_stopped`. */
            status: string;
            reason: string | null;
            /** @description As one of the cells has it. */
            message: string | null;
            cells: number;
            /** @description Of the first five cells. */
            row_ids: string[];
            /** @description What can be done about it. */
            advice: string;
            /** @description The body of POST …/run that takes up exactly these cells again. */
            retry: {
                column_ids: string[];
                /**
                 * @description `missing` fills cells without an outcome, `failed` repeats errors, `stale` renews answers past their age limit, `all` asks again for everything that nobody typed over.
                 * @default missing
                 * @enum {string}
                 */
                mode: "missing" | "failed" | "stale" | "all";
                filter: components["schemas"]["Filter"];
            };
        };
        ErrorGroups: {
            items: components["schemas"]["ErrorGroup"][];
            next_cursor: string | null;
        };
        EstimateColumn: {
            column_id: string;
            name: string;
            /** @description Cells left alone: they have their outcome, or a person typed over them. */
            already_fresh: number;
            /** @description Cells whose condition is false. */
            condition_false: number;
            /** @description Cells without the inputs that any step needs. */
            missing_input: number;
            /** @description Cells that the cache answers for nothing. */
            cached: number;
            /** @description Cells whose providers all lack a key, are closed at the moment or cost more than a row may. */
            not_ready: number;
            /** @description Cells for which at least one provider is asked. */
            to_run: number;
            /** @description If no cell needs more than the first provider it asks, as many as have to agree, and who checks their answers. A model answers at once, a research without looking anything up. */
            low_usd: number;
            /** @description At the hit rates that `basis` tells the origin of. Of columns that ask a model: what a row of the last five runs of the column cost, or what is usual for such prompts. */
            expected_usd: number;
            /** @description If every provider that may be asked is asked and bills, as far as a row may cost so much; a model with the longest of everything, a research with every step it may take. */
            high_usd: number;
        };
        EstimateProvider: {
            provider: string;
            calls_expected: number;
            /** @description Per billed call; null is unknown. */
            price_usd: number | null;
            /** @description free, on_hit, on_verified, per_call or vendor_reports. */
            billing: string;
            hit_rate: number;
            /** @description What is expected of it was measured in this workspace. */
            measured: boolean;
            /** @description If no cell needs more than the first provider it asks, as many as have to agree, and who checks their answers. A model answers at once, a research without looking anything up. */
            low_usd: number;
            /** @description At the hit rates that `basis` tells the origin of. Of columns that ask a model: what a row of the last five runs of the column cost, or what is usual for such prompts. */
            expected_usd: number;
            /** @description If every provider that may be asked is asked and bills, as far as a row may cost so much; a model with the longest of everything, a research with every step it may take. */
            high_usd: number;
        };
        EverythingStopped: {
            /** @description Ids of the runs that were ended. */
            cancelled: string[];
            /** @description How many columns that ran by themselves do so no more until they are armed again. */
            disarmed: number;
        };
        ExportBodyInput: {
            /** @enum {string} */
            format: "csv" | "xlsx" | "jsonl";
            /** @description What this view shows: its rows, its order, its columns. A filter that is sent has to match as well; an order or columns that are sent take the place of its own. */
            view_id?: string | null;
            filter?: components["schemas"]["FilterInput"] | null;
            search?: string | null;
            /** @description The first decides, the next one among equals. Empty or absent: the order of the workbook. */
            sort?: components["schemas"]["SortInput"][] | null;
            /** @description Only these rows. */
            row_ids?: string[] | null;
            /** @description Only these columns, by id, in this order. Absent: those of the view, else all, in the order of the workbook. */
            columns?: string[] | null;
            /** @description For each computed column also these. Without `provider`, a value made up for practice begins with `practice:` (or is an object with that name). */
            include?: ("status" | "provider" | "confidence" | "license" | "source" | "source_url" | "method" | "attribution" | "fetched_at" | "reason")[] | null;
            /** @description Computed values of other licenses are left blank and counted. */
            licenses?: ("CC0-1.0" | "CC-BY-4.0" | "CC-BY-SA-4.0" | "ODbL-1.0" | "OGL-3.0" | "public-record" | "scraped" | "proprietary-api" | "user-provided" | "inferred" | "unknown")[] | null;
            /** @description Computed values of these licenses are left blank and counted. */
            without_licenses?: ("CC0-1.0" | "CC-BY-4.0" | "CC-BY-SA-4.0" | "ODbL-1.0" | "OGL-3.0" | "public-record" | "scraped" | "proprietary-api" | "user-provided" | "inferred" | "unknown")[] | null;
            /** @description Computed values that were fetched longer ago are left blank and counted. */
            max_age_days?: number | null;
            values?: ("display" | "raw") | null;
            /**
             * @description Leave text that a spreadsheet would run as a formula as it is. For programs, never for a spreadsheet.
             * @default false
             */
            raw?: boolean;
            /**
             * @description Begin a CSV file with a byte order mark, without which old spreadsheets do not know UTF-8.
             * @default false
             */
            bom?: boolean;
            /**
             * @description End a text file with the credits that its licenses ask for. A spreadsheet always has a sheet for them.
             * @default false
             */
            attribution?: boolean;
            /** @description As the header Idempotency-Key. */
            idempotency_key?: string | null;
        };
        ExportRecord: {
            id: string;
            workbook_id: string;
            /** @enum {string} */
            state: "queued" | "running" | "done" | "cancelled" | "failed";
            /** @enum {string} */
            format: "csv" | "xlsx" | "jsonl";
            file_name: string;
            /** @description Bytes written so far. */
            file_size: number;
            /** @description Rows written so far. */
            done: number;
            /** @description Rows there will be, when that is known. */
            total: number | null;
            /** @description Values left blank because of their license or age. */
            withheld: number;
            /** @description Where the file can be fetched by whoever may see the workbook, for a day. */
            url: string | null;
            error: string | null;
            /** Format: date-time */
            created_at: string;
        };
        /** @description A condition on rows: `{and: [...]}`, `{or: [...]}`, `{not: {...}}` or `{field, on?, op, value?}`. At most 8 levels and 100 comparisons. Text compares without case; two sides that both look like plain decimal numbers compare as numbers; a list matches when any item does; `ne`, `not_contains` and `not_in` are exactly the opposite of `eq`, `contains` and `in`, so they match empty cells. */
        Filter: {
            /** @description All of them. An empty list matches every row. */
            and?: components["schemas"]["Filter"][];
            /** @description Any of them. An empty list matches no row. */
            or?: components["schemas"]["Filter"][];
            not?: components["schemas"]["Filter"];
            /** @description A column id or one of $row_id, $position, $created_at, $updated_at, $lead_id, $source. */
            field?: string;
            /**
             * @description What of an enriched cell to compare; `value` when absent. A cell that was never run is empty in all. `invalid` is of columns that people fill: why a value does not fit the type (`not_a_number` …), empty for one that does; so `not_empty` finds all that do not. It is no condition of a column.
             * @enum {string}
             */
            on?: "value" | "status" | "reason" | "error_class" | "provider" | "confidence" | "cost_usd" | "license" | "run_id" | "updated_at" | "invalid";
            /** @enum {string} */
            op?: "eq" | "ne" | "gt" | "gte" | "lt" | "lte" | "contains" | "not_contains" | "starts_with" | "ends_with" | "in" | "not_in" | "is_empty" | "not_empty";
            /** @description Text, number or boolean; a list of 1 to 1000 of them for `in` and `not_in`; absent for `is_empty` and `not_empty`. Times are compared with a date or an RFC 3339 date-time, and by `gt`, `gte`, `lt` and `lte` also with so many days before now: `-P30D`; so are the dates in a column, by their days in UTC. */
            value?: unknown;
        };
        /** @description A condition on rows: `{and: [...]}`, `{or: [...]}`, `{not: {...}}` or `{field, on?, op, value?}`. At most 8 levels and 100 comparisons. Text compares without case; two sides that both look like plain decimal numbers compare as numbers; a list matches when any item does; `ne`, `not_contains` and `not_in` are exactly the opposite of `eq`, `contains` and `in`, so they match empty cells. */
        FilterInput: {
            /** @description All of them. An empty list matches every row. */
            and?: components["schemas"]["FilterInput"][] | null;
            /** @description Any of them. An empty list matches no row. */
            or?: components["schemas"]["FilterInput"][] | null;
            not?: components["schemas"]["FilterInput"] | null;
            /** @description A column id or one of $row_id, $position, $created_at, $updated_at, $lead_id, $source. */
            field?: string | null;
            on?: ("value" | "status" | "reason" | "error_class" | "provider" | "confidence" | "cost_usd" | "license" | "run_id" | "updated_at" | "invalid") | null;
            op?: ("eq" | "ne" | "gt" | "gte" | "lt" | "lte" | "contains" | "not_contains" | "starts_with" | "ends_with" | "in" | "not_in" | "is_empty" | "not_empty") | null;
            /** @description Text, number or boolean; a list of 1 to 1000 of them for `in` and `not_in`; absent for `is_empty` and `not_empty`. Times are compared with a date or an RFC 3339 date-time, and by `gt`, `gte`, `lt` and `lte` also with so many days before now: `-P30D`; so are the dates in a column, by their days in UTC. */
            value?: unknown;
        };
        FormulaFunction: {
            name: string;
            /** @description Other names of the same function. */
            also: string[];
            group: string;
            signature: string;
            parameters: {
                name: string;
                /** @description text, number, boolean, date, list, object, any, or cell for a column itself. */
                type: string;
                optional: boolean;
            }[];
            /** @description How many of the last parameters may be given again and again. */
            repeats: number;
            /** @description Null when it depends on the arguments. */
            returns: string | null;
            description: string;
            examples: {
                formula: string;
                result: unknown;
            }[];
            volatile: boolean;
        };
        FormulaFunctionList: {
            items: components["schemas"]["FormulaFunction"][];
            /** @description Asks for the next page; null on the last. */
            next_cursor: string | null;
        };
        HTTPValidationError: {
            detail: components["schemas"]["ValidationError"][];
        };
        Health: {
            /** @constant */
            status: "ok";
        };
        /** @description How requests say who asks. Without it they say nothing. */
        HttpAuthInput: {
            /** @constant */
            kind: "bearer";
            /** @description Name of a secret of the workspace, see `GET /api/settings/secrets`. Its value never appears anywhere. */
            secret: string;
        } | {
            /** @constant */
            kind: "header";
            name: string;
            /** @description Name of a secret of the workspace, see `GET /api/settings/secrets`. Its value never appears anywhere. */
            secret: string;
            prefix?: string | null;
        } | {
            /** @constant */
            kind: "query";
            name: string;
            /** @description Name of a secret of the workspace, see `GET /api/settings/secrets`. Its value never appears anywhere. */
            secret: string;
        } | {
            /** @constant */
            kind: "basic";
            /** @description What stands before the colon; the secret stands behind it. */
            username: string;
            /** @description Name of a secret of the workspace, see `GET /api/settings/secrets`. Its value never appears anywhere. */
            secret: string;
        } | {
            /** @constant */
            kind: "oauth_client";
            /** @example https://login.example.com/token */
            token_url: string;
            client_id: string;
            /** @description Name of a secret of the workspace, see `GET /api/settings/secrets`. Its value never appears anywhere. */
            secret: string;
            scope?: string | null;
            /**
             * @description Where the token request carries the credentials.
             * @default body
             * @enum {string}
             */
            credentials_in?: "body" | "header";
        };
        /** @description How further pages are found: a link, a cursor, or numbers until a page has no items. */
        HttpPagesInput: {
            /** @constant */
            kind: "next_link";
            /** @description Where the address of the next page stands. Absent: the Link header. */
            path?: string | null;
        } | {
            /** @constant */
            kind: "cursor";
            /** @description Where the cursor of the next page stands. */
            path: string;
            /** @description The query parameter it is sent as. */
            param: string;
        } | {
            /** @constant */
            kind: "number";
            param: string;
            /** @default 1 */
            first?: number;
        };
        IdentityColumn: {
            /** @description A column that people fill. */
            column_id: string;
            /**
             * @description What counts as the same. `text`: without regard to case and blanks; `domain`: `https://www.acme.com/about` and `acme.com`; `email`; `phone`: however it is written; `linkedin`: the public id in any address of a profile or company page; `external_id`: exactly, with its case.
             * @default text
             * @enum {string}
             */
            normaliser: "text" | "domain" | "email" | "phone" | "linkedin" | "external_id";
            /** @description For `email`: `ann+news@acme.com` is `ann@acme.com`. */
            ignore_plus_tags?: boolean;
        };
        IdentityColumnInput: {
            /** @description A column that people fill. */
            column_id: string;
            /**
             * @description What counts as the same. `text`: without regard to case and blanks; `domain`: `https://www.acme.com/about` and `acme.com`; `email`; `phone`: however it is written; `linkedin`: the public id in any address of a profile or company page; `external_id`: exactly, with its case.
             * @default text
             * @enum {string}
             */
            normaliser?: "text" | "domain" | "email" | "phone" | "linkedin" | "external_id";
            /** @description For `email`: `ann+news@acme.com` is `ann@acme.com`. */
            ignore_plus_tags?: boolean | null;
        };
        ImportAgainInput: {
            options: components["schemas"]["ImportOptionsInput"];
        };
        ImportColumn: {
            /** @description Number of the column in the file, from 0. */
            index: number;
            name: string;
            /** @description The first three values that are not blank. */
            samples: string[];
            /** @description 0 to 1. */
            fill_rate: number;
            /** @enum {string} */
            guessed_type: "text" | "long_text" | "number" | "currency" | "percent" | "date" | "checkbox" | "select" | "multi_select" | "email" | "url" | "phone" | "json";
            target: components["schemas"]["ImportTarget"];
            /** @description Values among the first `checked_rows` that are not of the type of the proposed target. */
            unparsed: {
                count: number;
                examples: string[];
            };
            /** @description How dates such as 03/04/2026 are to be read as the file shows by itself; `ambiguous`: a person has to say. Null: no such dates. */
            date_order: ("dmy" | "mdy" | "ambiguous") | null;
            /** @description The sign before the fraction as the file shows by itself. */
            decimal: ("." | ",") | null;
        };
        ImportMappingInput: {
            /** @description Number of the column in the file, from 0. */
            index: number;
            target: components["schemas"]["ImportTarget"];
            unparsed?: ("keep" | "blank" | "reject") | null;
            date_order?: ("dmy" | "mdy") | null;
            decimal?: ("." | ",") | null;
        };
        ImportOptionsInput: {
            /** @description Found by itself when absent. */
            encoding?: string | null;
            /** @description Comma, semicolon, tab or bar are found by themselves. */
            delimiter?: string | null;
            /** @description Whether the first row names the columns. */
            header?: boolean | null;
            /** @description Rows before the table, such as a title above the names, that are left out; blank rows do not count. Absent: as the file shows, none where `header` is given. */
            skip_rows?: number | null;
            /** @description Name of the sheet of a spreadsheet. When absent the first that is shown and has rows. */
            sheet?: string | null;
            /** @description Columns that are not named are left out. Absent: as the preview proposes. */
            mapping?: components["schemas"]["ImportMappingInput"][] | null;
            /** @description The column by which rows are recognised, in the workbook and within the file. Null adds every row. */
            identity?: {
                /** @description Number of the column in the file, from 0. */
                index: number;
                /**
                 * @description What counts as the same: `https://www.acme.com/about` and `acme.com` as domain.
                 * @enum {string}
                 */
                normaliser: "text" | "domain" | "email" | "phone" | "linkedin" | "external_id";
                /** @description For `email`: `ann+news@acme.com` is `ann@acme.com`. */
                ignore_plus_tags?: boolean | null;
                /** @description Columns that have to agree as well. */
                also?: {
                    /** @description Number of the column in the file, from 0. */
                    index: number;
                    /** @enum {string} */
                    normaliser: "text" | "domain" | "email" | "phone" | "linkedin" | "external_id";
                    /** @description For `email`: `ann+news@acme.com` is `ann@acme.com`. */
                    ignore_plus_tags?: boolean | null;
                }[] | null;
            } | null;
            policy?: {
                /**
                 * @description What happens to a row that exists: its values are overwritten, only its blanks filled, overwritten only when the row of the file is newer by the date in `newer_by`, or nothing. A blank in the file never takes a value away.
                 * @default overwrite
                 * @enum {string}
                 */
                existing?: "overwrite" | "fill_blanks" | "newer" | "skip";
                /** @description For `newer`: number of the column of the file whose date tells. */
                newer_by?: number | null;
                /**
                 * @default create
                 * @enum {string}
                 */
                new_rows?: "create" | "skip";
                /**
                 * @description Rows of the file that are the same: each adds what it has in turn, or only the first or the last of them counts.
                 * @default merge
                 * @enum {string}
                 */
                duplicates?: "merge" | "first" | "last";
            } | null;
        };
        /** @description What a commit will do. Every row of the file is counted once. */
        ImportPlan: {
            create: number;
            update: number;
            unchanged: number;
            skip: number;
            reject: number;
            /** @description Rows that are the same as another row of the file; counted above as well. */
            duplicates: number;
            columns_created: components["schemas"]["WorkbookColumn"][];
            unparsed: {
                /** @description Number of the column in the file, from 0. */
                index: number;
                name: string;
                count: number;
                examples: string[];
            }[];
            /** Format: date-time */
            made_at: string;
        };
        ImportPlanRow: {
            line: number;
            /** @enum {string} */
            outcome: "create" | "update" | "unchanged" | "skip" | "reject";
            /** @description The row of the workbook that is met or will be made. */
            row_id: string | null;
            reason: string | null;
            /** @description By column id: what will be written, or what the file has. Of a rejected row as read, by number of the column. */
            values: {
                [key: string]: unknown;
            };
        };
        ImportPlanRowList: {
            items: components["schemas"]["ImportPlanRow"][];
            /** @description Asks for the next page; null on the last. */
            next_cursor: string | null;
        };
        ImportPreview: {
            /** @description The stored file. Read it again with corrections, plan it, commit the plan. */
            import_id: string;
            /** @enum {string} */
            format: "csv" | "xlsx" | "jsonl" | "json";
            encoding: string;
            /** @description Null where it means nothing. */
            delimiter: string | null;
            header: boolean;
            /** @description Rows before the table that are left out. */
            skip_rows: number;
            sheet: string | null;
            /** @description The sheets of a spreadsheet; empty for any other file. */
            sheets: {
                name: string;
                hidden: boolean;
            }[];
            columns: components["schemas"]["ImportColumn"][];
            /** @description The first 20 rows as read. */
            rows: string[][];
            /** @description The column by which rows could be recognised: that of the workbook, else one that holds e-mail addresses, domains or ids, each once. */
            identity: {
                /** @description Number of the column in the file, from 0. */
                index: number;
                /** @enum {string} */
                normaliser: "text" | "domain" | "email" | "phone" | "linkedin" | "external_id";
                /** @description For `email`: `ann+news@acme.com` is `ann@acme.com`. */
                ignore_plus_tags?: boolean;
                /** @description Columns that have to agree as well. */
                also?: {
                    /** @description Number of the column in the file, from 0. */
                    index: number;
                    /** @enum {string} */
                    normaliser: "text" | "domain" | "email" | "phone" | "linkedin" | "external_id";
                    /** @description For `email`: `ann+news@acme.com` is `ann@acme.com`. */
                    ignore_plus_tags?: boolean;
                }[];
            } | null;
            warnings: components["schemas"]["ImportWarning"][];
            checked_rows: number;
            total_rows: number | null;
        };
        /** @description A file on its way into a workbook. It is kept for a day. */
        ImportRecord: {
            id: string;
            workbook_id: string;
            /** @enum {string} */
            state: "uploading" | "ready" | "planning" | "planned" | "committing" | "done" | "cancelled" | "failed";
            file_name: string;
            file_size: number;
            /** @description Rows of the file planned or written so far. */
            done: number;
            /** @description Rows of the file, when that is known. */
            total: number | null;
            plan: components["schemas"]["ImportPlan"] | null;
            /** @description What was done; of a cancelled import what was kept. */
            result: components["schemas"]["ImportResult"] | null;
            error: string | null;
            /** Format: date-time */
            created_at: string;
        };
        /** @description Every row of the file is counted once. */
        ImportResult: {
            import_id: string;
            created: number;
            updated: number;
            unchanged: number;
            skipped: number;
            rejected: number;
            columns_created: components["schemas"]["WorkbookColumn"][];
            /** @description The first 100. */
            rejected_rows: {
                line: number;
                reason: string;
                values: string[];
            }[];
            /** @description Where all rejected rows can be fetched as CSV, for a day. Null when there are none. */
            rejected_url: string | null;
        };
        /** @description Where a column of the file goes: a column of the workbook, a new one, or nowhere. */
        ImportTarget: {
            /** @constant */
            kind: "column";
            column_id: string;
        } | {
            /** @constant */
            kind: "new";
            name: string;
            /** @enum {string} */
            input_type: "text" | "long_text" | "number" | "currency" | "percent" | "date" | "checkbox" | "select" | "multi_select" | "email" | "url" | "phone" | "json";
        } | {
            /** @constant */
            kind: "skip";
        };
        /** @description Something about the file that a person should see before importing it. */
        ImportWarning: {
            code: string;
            message: string;
        };
        IngestOutcome: {
            /** @description Null when it was rejected. */
            row_id: string | null;
            /** @enum {string} */
            outcome: "created" | "updated" | "unchanged" | "rejected";
            /** @description In words, why it was rejected. */
            reason: string | null;
        };
        IngestRequest: {
            /** @description 1 to 500 objects with values by column name or id; more are refused with 413. A body that is such a list, or one such object, is taken as well. */
            rows: unknown[];
            unknown_keys?: ("ignore" | "add_column" | "reject") | null;
            /**
             * @description What happens to a row that the workbook knows already by its identity. Members that are null or blank never take a value away.
             * @default overwrite
             * @enum {string}
             */
            existing?: "overwrite" | "fill_blanks" | "skip";
        };
        IngestResult: {
            /** @description What became of each row, in the order sent. */
            rows: components["schemas"]["IngestOutcome"][];
            created: number;
            updated: number;
            unchanged: number;
            rejected: number;
            /** @description Members that were left out, at most 100. */
            ignored_keys: string[];
        };
        IngestToken: {
            /** @description Names it in budgets and in the ledger. The next token has another. */
            id: string;
            /** @description The last four characters of the token. */
            hint: string;
            /**
             * @description What happens to members that no column is called.
             * @enum {string}
             */
            unknown_keys: "ignore" | "add_column" | "reject";
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was used last, to the minute.
             */
            last_used_at: string | null;
        };
        IngestTokenMade: {
            /** @description Names it in budgets and in the ledger. The next token has another. */
            id: string;
            /** @description The last four characters of the token. */
            hint: string;
            /**
             * @description What happens to members that no column is called.
             * @enum {string}
             */
            unknown_keys: "ignore" | "add_column" | "reject";
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was used last, to the minute.
             */
            last_used_at: string | null;
            /** @description Shown this once; only a hash of it is kept. */
            token: string;
            /** @description Where rows are sent. */
            url: string;
            /** @description A command line that sends a row. */
            curl: string;
        };
        IngestTokenRequest: {
            unknown_keys?: ("ignore" | "add_column" | "reject") | null;
        };
        Integration: {
            id: string;
            name: string;
            /** @description email, company, search, web, code, model or delivery. */
            kind: string;
            /** @description The vendor's page about the key. */
            docs_url: string;
            /** @description False when its lookups also work without a key, within lower limits. */
            required: boolean;
            /** @description The lookups that take this key. */
            lookups: {
                id: string;
                label: string;
            }[];
            fields: components["schemas"]["IntegrationField"][];
            /** @description Every required field has a value. */
            configured: boolean;
            /** @description Why stored values cannot be used, and what to do. */
            problem: string | null;
            /** @description Of the values that are stored now. */
            last_test: components["schemas"]["IntegrationTest"] | null;
        };
        IntegrationField: {
            /** @description Its key in `values`. */
            name: string;
            label: string;
            secret: boolean;
            required: boolean;
            help: string;
            /** @description What is sent when nothing is entered. */
            default: string | null;
            /** @description A value is stored. */
            set: boolean;
            /**
             * Format: date-time
             * @description When the stored value was entered.
             */
            updated_at: string | null;
            /** @description The last four characters of a stored value that is long enough to tell nothing by them; for those who may edit settings. */
            hint: string | null;
        };
        IntegrationList: {
            items: components["schemas"]["Integration"][];
            /** @description Asks for the next page; null on the last. */
            next_cursor: string | null;
            total: number;
        };
        IntegrationTest: {
            ok: boolean;
            /** @description What the vendor said of the key, in a few words. */
            words: string;
            latency_ms: number;
            /** Format: date-time */
            tested_at: string;
        };
        IntegrationUpdate: {
            /** @description Values by field name. Blank and absent ones leave what is stored. */
            values: {
                [key: string]: string;
            };
        };
        InvitationAcceptInput: {
            /** @description Unique without regard to case. */
            username?: string | null;
            /** Format: password */
            password?: string | null;
        };
        InvitationAccepted: {
            workspace_id: string;
            workspace_name: string;
            role: string;
            user: components["schemas"]["UserResponse"];
        };
        InvitationCreate: {
            /**
             * @default member
             * @enum {string}
             */
            role?: "admin" | "editor" | "member" | "viewer";
            /** @default 7 */
            expires_in_days?: number;
        };
        InvitationCreated: {
            id: string;
            role: string;
            /** @description Username of the member who invited. */
            created_by: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            expires_at: string;
            /** @description Shown once. */
            token: string;
            /** @description The page where the person who holds it accepts. Shown once. */
            url: string;
        };
        InvitationList: {
            items: components["schemas"]["InvitationResponse"][];
            /** @description Asks for the next page; null on the last. */
            next_cursor: string | null;
        };
        InvitationPreview: {
            workspace_name: string;
            role: string;
            /** @description Username of the member who invited. */
            invited_by: string | null;
            /** Format: date-time */
            expires_at: string;
        };
        InvitationResponse: {
            id: string;
            role: string;
            /** @description Username of the member who invited. */
            created_by: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            expires_at: string;
        };
        /** @description A company or a person; what is not known is null. */
        Lead: {
            id: number;
            /** @description A company, or a person in one. Found by the other fields where nobody says it. */
            kind: ("company" | "person") | null;
            /** @description Name of the company. */
            company: string | null;
            /** @description Registrable domain of the company; any address of its site is read. */
            domain: string | null;
            /** @description Address of the Website page. */
            website: string | null;
            /** @description E-mail address. */
            email: string | null;
            /** @description What a verifier said of the address. */
            email_status: string | null;
            /** @description Phone number. */
            phone: string | null;
            /** @description Name of the person. */
            contact_person: string | null;
            /** @description Job title of the person. */
            contact_title: string | null;
            /** @description Town or city. */
            city: string | null;
            /** @description State, region or province. */
            state: string | null;
            /** @description Country, as it was given. */
            country: string | null;
            /** @description Postal address. */
            address: string | null;
            /** @description Industry or field of work. */
            specialization: string | null;
            /** @description Number of people, or a range of it. */
            company_size: string | null;
            /** @description What the company does. */
            description: string | null;
            /** @description Address of the LinkedIn page. */
            linkedin_url: string | null;
            /** @description Address of the X (Twitter) page. */
            twitter_url: string | null;
            /** @description Address of the Facebook page. */
            facebook_url: string | null;
            /** @description Address of the Instagram page. */
            instagram_url: string | null;
            /** @description Address of the YouTube page. */
            youtube_url: string | null;
            /** @description Address of the GitHub page. */
            github_url: string | null;
            /** @description Words of your own. */
            tags: string[] | null;
            /** @description What the company builds and runs on. */
            technologies: string[] | null;
            /** @description 0 to 100. */
            score: number | null;
            /** @description How good a fit it is. */
            score_tier: ("hot" | "warm" | "cold" | "unqualified") | null;
            /** @description How far the conversation is. */
            status: ("new" | "contacted" | "qualified" | "converted" | "dead") | null;
            /** @description Where the lead came from, in words. */
            source: string | null;
            /** @description What people want to remember. */
            notes: string | null;
            /** @description Id of the lead in another system, with its case. */
            external_id: string | null;
            /** @description Values under names of your own. */
            custom: {
                [key: string]: unknown;
            } | null;
            /** @description Where each value came from, by field. */
            provenance: {
                [key: string]: components["schemas"]["Provenance"];
            };
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        LeadChange: {
            id: string;
            /** @enum {string} */
            kind: "created" | "updated" | "status" | "note";
            /** @description What changed. Long text is cut. */
            fields: {
                field: string;
                before: unknown;
                after: unknown;
            }[];
            note: string | null;
            /** @description `kind` is `api`, `import`, `workbook`, `undo` or `service`; with the ids of what it names. */
            source: {
                [key: string]: unknown;
            };
            /** @description Null: the service itself. */
            actor: {
                user_id: number | null;
                name: string;
            } | null;
            /** Format: date-time */
            at: string;
        };
        LeadErased: {
            erased: boolean;
            /** @description Rows of workbooks that went with it. */
            rows: number;
            /** @description Answers and pages kept of it. */
            cache_entries: number;
            /** @description Hashes by which it is known and refused when it comes again. */
            suppressed_keys: number;
        };
        LeadFacets: {
            items: {
                field: string;
                /** @description The most frequent first; each with the filter that finds its leads. */
                values: {
                    value: unknown;
                    count: number;
                    filter?: components["schemas"]["Filter"];
                }[];
                /** @description Leads without a value. */
                blank: number;
                /** @description There are more values than asked for. */
                more: boolean;
            }[];
            /** @description Whether only a part of the leads was counted, because there are very many, and the counts scaled up to all. */
            is_estimate: boolean;
            next_cursor: null;
        };
        LeadFieldList: {
            items: {
                name: string;
                label: string;
                /** @description As the `input_type` of columns that people fill. */
                type: string;
                description: string;
                options?: string[];
                max_length: number | null;
                /** @description Whether leads are known by it. */
                identifies: boolean;
            }[];
            next_cursor: null;
        };
        /** @description An import of leads that stored any, also one that broke off. */
        LeadImport: {
            /** @description To undo it by. */
            id: string;
            /** @description Blank where rows came without a file. */
            file_name: string;
            created: number;
            updated: number;
            actor: {
                user_id: number | null;
                name: string;
            } | null;
            /** Format: date-time */
            at: string;
            /**
             * Format: date-time
             * @description When it was taken back.
             */
            undone_at: string | null;
        };
        LeadImportList: {
            items: components["schemas"]["LeadImport"][];
            /** @description Asks for the next page; null on the last. */
            next_cursor: string | null;
        };
        LeadImportOptionsInput: {
            /** @description Found by itself when absent. */
            encoding?: string | null;
            /** @description Found by itself when absent. */
            delimiter?: string | null;
            /** @description Whether the first row names the columns. */
            header?: boolean | null;
            /** @description Rows before the table, such as a title above the names, that are left out; blank rows do not count. Absent: as the file shows, none where `header` is given. */
            skip_rows?: number | null;
            /** @description Of a spreadsheet; the first when absent. */
            sheet?: string | null;
            /** @description Absent: by the names of the columns, in any usual spelling. */
            mapping?: {
                /** @description Number of the column in the file, from 0. */
                index: number;
                /** @description Null: left out. */
                field: ("kind" | "company" | "domain" | "website" | "email" | "email_status" | "phone" | "contact_person" | "contact_title" | "city" | "state" | "country" | "address" | "specialization" | "company_size" | "description" | "linkedin_url" | "twitter_url" | "facebook_url" | "instagram_url" | "youtube_url" | "github_url" | "tags" | "technologies" | "score" | "score_tier" | "status" | "source" | "notes" | "external_id" | "custom") | null;
            }[] | null;
            /**
             * @description What happens to columns that are no field: kept in `custom` under their name, or left out.
             * @default custom
             * @enum {string}
             */
            others?: "custom" | "ignore";
            /**
             * @description What happens to leads that are known already, as for `POST /api/lead`.
             * @default overwrite
             * @enum {string}
             */
            existing?: "overwrite" | "fill_blanks" | "skip";
            /** @description Where new leads came from, in words; the name of the file when absent. */
            source?: string | null;
        };
        LeadList: {
            items: components["schemas"]["Lead"][];
            /** @description Asks for the next page; null on the last. */
            next_cursor: string | null;
            /** @description How many leads answer the question; null when that is not known without counting. */
            total: number | null;
        };
        LeadSaved: {
            /** @enum {string} */
            outcome: "created" | "updated" | "unchanged";
            /** @description What the lead was known by; null for a new one. */
            matched_by: ("external_id" | "email" | "linkedin" | "domain" | "phone") | null;
            lead: components["schemas"]["Lead"];
        };
        LeadStats: {
            total: number;
            by_kind: {
                [key: string]: number;
            };
            by_status: {
                [key: string]: number;
            };
            by_score_tier: {
                [key: string]: number;
            };
            with_email: number;
            with_phone: number;
            with_domain: number;
            average_score: number | null;
            added_last_7_days: number;
        };
        LeadStatusChange: {
            /** @enum {string} */
            status: "new" | "contacted" | "qualified" | "converted" | "dead";
            /** @description Kept in the timeline. */
            note?: string | null;
        };
        LeadTimeline: {
            items: components["schemas"]["LeadChange"][];
            /** @description Asks for the next page; null on the last. */
            next_cursor: string | null;
        };
        /** @description What is absent stays; null clears. Lists and `custom` are replaced whole. */
        LeadUpdate: {
            /** @description A company, or a person in one. Found by the other fields where nobody says it. */
            kind?: ("company" | "person") | null;
            /** @description Name of the company. */
            company?: string | null;
            /** @description Registrable domain of the company; any address of its site is read. */
            domain?: string | null;
            /** @description Address of the Website page. */
            website?: string | null;
            /** @description E-mail address. */
            email?: string | null;
            /** @description What a verifier said of the address. */
            email_status?: string | null;
            /** @description Phone number. */
            phone?: string | null;
            /** @description Name of the person. */
            contact_person?: string | null;
            /** @description Job title of the person. */
            contact_title?: string | null;
            /** @description Town or city. */
            city?: string | null;
            /** @description State, region or province. */
            state?: string | null;
            /** @description Country, as it was given. */
            country?: string | null;
            /** @description Postal address. */
            address?: string | null;
            /** @description Industry or field of work. */
            specialization?: string | null;
            /** @description Number of people, or a range of it. */
            company_size?: string | null;
            /** @description What the company does. */
            description?: string | null;
            /** @description Address of the LinkedIn page. */
            linkedin_url?: string | null;
            /** @description Address of the X (Twitter) page. */
            twitter_url?: string | null;
            /** @description Address of the Facebook page. */
            facebook_url?: string | null;
            /** @description Address of the Instagram page. */
            instagram_url?: string | null;
            /** @description Address of the YouTube page. */
            youtube_url?: string | null;
            /** @description Address of the GitHub page. */
            github_url?: string | null;
            /** @description Words of your own. */
            tags?: string[] | null;
            /** @description What the company builds and runs on. */
            technologies?: string[] | null;
            /** @description 0 to 100. */
            score?: number | null;
            /** @description How good a fit it is. */
            score_tier?: ("hot" | "warm" | "cold" | "unqualified") | null;
            /** @description How far the conversation is. */
            status?: ("new" | "contacted" | "qualified" | "converted" | "dead") | null;
            /** @description Where the lead came from, in words. */
            source?: string | null;
            /** @description What people want to remember. */
            notes?: string | null;
            /** @description Id of the lead in another system, with its case. */
            external_id?: string | null;
            /** @description Values under names of your own. */
            custom?: {
                [key: string]: unknown;
            } | null;
        };
        /** @description A null is no value: it clears nothing. */
        LeadUpsertInput: {
            /** @description A company, or a person in one. Found by the other fields where nobody says it. */
            kind?: ("company" | "person") | null;
            /** @description Name of the company. */
            company?: string | null;
            /** @description Registrable domain of the company; any address of its site is read. */
            domain?: string | null;
            /** @description Address of the Website page. */
            website?: string | null;
            /** @description E-mail address. */
            email?: string | null;
            /** @description What a verifier said of the address. */
            email_status?: string | null;
            /** @description Phone number. */
            phone?: string | null;
            /** @description Name of the person. */
            contact_person?: string | null;
            /** @description Job title of the person. */
            contact_title?: string | null;
            /** @description Town or city. */
            city?: string | null;
            /** @description State, region or province. */
            state?: string | null;
            /** @description Country, as it was given. */
            country?: string | null;
            /** @description Postal address. */
            address?: string | null;
            /** @description Industry or field of work. */
            specialization?: string | null;
            /** @description Number of people, or a range of it. */
            company_size?: string | null;
            /** @description What the company does. */
            description?: string | null;
            /** @description Address of the LinkedIn page. */
            linkedin_url?: string | null;
            /** @description Address of the X (Twitter) page. */
            twitter_url?: string | null;
            /** @description Address of the Facebook page. */
            facebook_url?: string | null;
            /** @description Address of the Instagram page. */
            instagram_url?: string | null;
            /** @description Address of the YouTube page. */
            youtube_url?: string | null;
            /** @description Address of the GitHub page. */
            github_url?: string | null;
            /** @description Words of your own. */
            tags?: string[] | null;
            /** @description What the company builds and runs on. */
            technologies?: string[] | null;
            /** @description 0 to 100. */
            score?: number | null;
            /** @description How good a fit it is. */
            score_tier?: ("hot" | "warm" | "cold" | "unqualified") | null;
            /** @description How far the conversation is. */
            status?: ("new" | "contacted" | "qualified" | "converted" | "dead") | null;
            /** @description Where the lead came from, in words. */
            source?: string | null;
            /** @description What people want to remember. */
            notes?: string | null;
            /** @description Id of the lead in another system, with its case. */
            external_id?: string | null;
            /** @description Values under names of your own. */
            custom?: {
                [key: string]: unknown;
            } | null;
            /**
             * @description What happens to a lead that is known already: values sent take the place of its own, only fill what it lacks, or it is left alone. Lists grow, `custom` is merged by name.
             * @default overwrite
             * @enum {string}
             */
            existing?: "overwrite" | "fill_blanks" | "skip";
        };
        LeadsImportUndone: {
            /** @description Leads that it had made, and that nobody has changed since. */
            deleted: number;
            /** @description Leads that have values again which it had changed. */
            restored: number;
            /** @description Leads that stay as they are, wholly or in part: they were changed since, or a text is too long to be on record. */
            kept: number;
        };
        LeadsImported: {
            /** @description To undo it by, and in the `source` of what the timelines tell of it. */
            import_id: string;
            /** @description Rows of the file that were not blank. */
            rows: number;
            created: number;
            updated: number;
            unchanged: number;
            /** @description Known by what identifies a lead that was erased: not stored. */
            suppressed: number;
            rejected: number;
            /** @description The first hundred. */
            rejected_rows: {
                line: number;
                reason: string;
            }[];
            columns: {
                name: string;
                /** @description Where it went: a field, `custom`, or nowhere. */
                field: string | null;
            }[];
        };
        /** @description How a file reads. The `target` of a column is a field of leads (`column`, with its name as `column_id`), `custom` under the name of the column (`new`), or nothing (`skip`); `unparsed` are its values that the field cannot hold: they are left out. */
        LeadsPreview: {
            /** @enum {string} */
            format: "csv" | "xlsx" | "jsonl" | "json";
            encoding: string;
            /** @description Null where it means nothing. */
            delimiter: string | null;
            header: boolean;
            /** @description Rows before the table that are left out. */
            skip_rows: number;
            sheet: string | null;
            /** @description The sheets of a spreadsheet; empty for any other file. */
            sheets: {
                name: string;
                hidden: boolean;
            }[];
            columns: components["schemas"]["ImportColumn"][];
            /** @description The first 20 rows as read. */
            rows: string[][];
            warnings: components["schemas"]["ImportWarning"][];
            checked_rows: number;
            total_rows: number | null;
            /** @description Rows that would not become leads. */
            rejected: number;
            /** @description The first hundred. */
            rejected_rows: {
                line: number;
                reason: string;
            }[];
        };
        LedgerLine: {
            id: string;
            /**
             * Format: date-time
             * @description When it was asked. Its day and month, of UTC, are those it counts in.
             */
            at: string;
            /**
             * @description `settled`: it cost the amount. `reserved`: it is under way. `uncertain`: it may have been billed without our knowing, and counts with the most it can have cost. `unpriced`: it was billed at a price that nobody knows, and is in no sum.
             * @enum {string}
             */
            state: "reserved" | "settled" | "uncertain" | "unpriced";
            /** @description What it cost; null while that is open or unknown. */
            amount_usd: number | null;
            /** @description The most it can cost; null is unknown. */
            reserved_usd: number | null;
            /** @description Where the amount is from: `reported` by the vendor, the price of the `catalogue`, the price set in the `workspace`, or `entered` by a person. */
            basis: string | null;
            /** @description Per billed call when it was made; null was unknown. */
            price_usd: number | null;
            billing_rule: string;
            provider: string;
            lookup: string;
            workbook_id: string | null;
            workbook_name: string | null;
            column_id: string | null;
            column_name: string | null;
            row_id: string | null;
            run_id: string | null;
            user_id: number | null;
            username: string | null;
            token_id: string | null;
        };
        LedgerList: {
            items: components["schemas"]["LedgerLine"][];
            /** @description Asks for the next page; null on the last. */
            next_cursor: string | null;
        };
        LineSettlement: {
            /** @description What it really cost, in US dollars: 0 when the vendor billed nothing. */
            amount_usd: number;
        };
        LineageNode: {
            column_id: string;
            name: string;
            type: string;
            /** @description Ids of the columns it reads itself. */
            reads: string[];
            value: unknown;
            status: string | null;
            provider: string | null;
            label: string | null;
            /** @description Of a value that was found: source, method, licence, when. */
            provenance: unknown;
            /** Format: date-time */
            updated_at: string | null;
            /** @description Of a value that somebody brought: the act that brought it, such as an import. */
            origin: {
                kind: string | null;
                words: string | null;
                actor: string | null;
                at: string | null;
            } | null;
        };
        LoginForm: {
            username: string;
            /** Format: password */
            password: string;
            /** @description Sent by OAuth clients; ignored. */
            grant_type?: string | null;
            scope?: string | null;
            client_id?: string | null;
            /** Format: password */
            client_secret?: string | null;
        };
        LookupHealth: {
            id: string;
            label: string;
            /** @description Asked without the cache: hits, misses, errors and requests to wait together. */
            calls: number;
            /** @description Calls that found something. */
            hits: number;
            /** @description Calls that answered cleanly that there is nothing. */
            misses: number;
            /** @description Calls that failed, or of which it is not known what came. */
            errors: number;
            /** @description Calls that the provider answered with a request to come back later. */
            throttled: number;
            /** @description Questions answered from the cache, without a call. */
            cached: number;
            /** @description Hits among clean answers; null without any. */
            hit_rate: number | null;
            /** @description Errors among calls; null without any. */
            error_rate: number | null;
            /** @description Half of the calls took at most so long. */
            p50_ms: number | null;
            /** @description Of twenty calls, nineteen took at most so long. */
            p95_ms: number | null;
            /**
             * Format: date-time
             * @description When it was last asked in this stretch.
             */
            last_at: string | null;
            /** @description The newest failure in this stretch. */
            last_error: {
                /** Format: date-time */
                at: string;
                /** @description The class of failure. */
                reason: string | null;
                /** @description In words. */
                detail: string | null;
            } | null;
        };
        LookupPrice: {
            /** @description The lookup. */
            id: string;
            /** @description US dollars per billed call, at most 6 decimals; null is unknown, which is not free. */
            price_usd: number | null;
            /** @description free, on_hit, on_verified, per_call or vendor_reports. */
            billing_rule: string;
            /**
             * @description Whether the price is the one of the catalogue or was set in this workspace.
             * @enum {string}
             */
            source: "catalogue" | "workspace";
            /** @description What holds once nothing is set. */
            catalogue: {
                /** @description US dollars per billed call, at most 6 decimals; null is unknown, which is not free. */
                price_usd: number | null;
                /** @description free, on_hit, on_verified, per_call or vendor_reports. */
                billing_rule: string;
            };
            /** @description The billing rules that may be set for it; none where it is free. */
            rules: string[];
            /** Format: date-time */
            changed_at: string | null;
        };
        MemberAddInput: {
            user_id?: number | null;
            username?: string | null;
            /**
             * @default member
             * @enum {string}
             */
            role?: "owner" | "admin" | "editor" | "member" | "viewer";
        };
        MemberList: {
            items: components["schemas"]["MemberResponse"][];
            /** @description Asks for the next page; null on the last. */
            next_cursor: string | null;
            total: number;
        };
        MemberResponse: {
            user_id: number;
            username: string;
            profile_image: string | null;
            /** @description False when the account is locked. */
            is_active: boolean;
            /** @description owner, admin, editor, member or viewer. */
            role: string;
            /** Format: date-time */
            joined_at: string;
        };
        MemberRole: {
            /** @enum {string} */
            role: "owner" | "admin" | "editor" | "member" | "viewer";
        };
        MemberUserList: {
            items: components["schemas"]["UserResponse"][];
            /** @description Asks for the next page; null on the last. */
            next_cursor: string | null;
            total: number;
        };
        Meta: {
            name: string;
            version: string;
            /** @description The areas that there are, by the tags of this description. */
            features: string[];
            limits: {
                enrichment_perf: {
                    row_concurrency: components["schemas"]["SettingRange"];
                    provider_workers: components["schemas"]["SettingRange"];
                    provider_timeout: components["schemas"]["SettingRange"];
                    max_providers: components["schemas"]["SettingRange"];
                    retry_passes: components["schemas"]["SettingRange"];
                };
                retention: {
                    attempt_days: components["schemas"]["SettingRange"];
                    lookup_cache_days: components["schemas"]["SettingRange"];
                    page_cache_days: components["schemas"]["SettingRange"];
                };
                /** @description At most `quota` requests in a window, as this install has it; `RateLimit-Policy` has the name. */
                rates: {
                    name: string;
                    quota: number;
                    window_seconds: number;
                }[];
                /** @description False where the operator has turned them off. */
                rates_apply: boolean;
            };
        };
        ModelItem: {
            /**
             * @description Such as `openai/…` or `ollama/…`.
             * @example ollama/llama3.2
             */
            id: string;
            vendor: string;
            vendor_name: string;
            /** @description For a million tokens; null is unknown, never free. */
            input_usd: number | null;
            output_usd: number | null;
            /**
             * @description `workspace`: entered here; `own`: it runs on a machine of one’s own, at no price.
             * @enum {string}
             */
            price_source: "workspace" | "own" | "unknown";
            /** @description The vendor lists it now; false for one that only has a price. */
            listed: boolean;
        };
        ModelList: {
            items: components["schemas"]["ModelItem"][];
            next_cursor: string | null;
            vendors: {
                id: string;
                name: string;
                configured: boolean;
                /** @description Why its models could not be listed. */
                problem: string | null;
            }[];
        };
        ModelPrice: {
            model: string;
            /** @description US dollars for a million tokens. */
            input_usd: number;
            /** @description US dollars for a million tokens. */
            output_usd: number;
            /** Format: date-time */
            changed_at: string;
        };
        ModelPriceUpdate: {
            /**
             * @description Such as `openai/…` or `ollama/…`.
             * @example ollama/llama3.2
             */
            model: string;
            /** @description US dollars for a million tokens. */
            input_usd: number;
            /** @description US dollars for a million tokens. */
            output_usd: number;
        };
        NewColumnInput: {
            /** @description Only to refer to the column in conditions of the same request; the workbook gives it an id of its own. */
            id?: string | null;
            /** @description Shown to people and used in references: `{{Name}}`. Unique without regard to case. */
            name: string;
            /** @description Pixels. */
            width?: number | null;
            hidden?: boolean | null;
            pinned?: boolean | null;
            /** @constant */
            type: "input";
            /**
             * @default text
             * @enum {string}
             */
            input_type?: "text" | "long_text" | "number" | "currency" | "percent" | "date" | "checkbox" | "select" | "multi_select" | "email" | "url" | "phone" | "json";
            /** @description The choices of a select or multi_select. */
            options?: string[] | null;
            /** @description ISO 4217 code of a currency column. */
            currency?: string | null;
        } | {
            /** @description Only to refer to the column in conditions of the same request; the workbook gives it an id of its own. */
            id?: string | null;
            /** @description Shown to people and used in references: `{{Name}}`. Unique without regard to case. */
            name: string;
            /** @description Pixels. */
            width?: number | null;
            hidden?: boolean | null;
            pinned?: boolean | null;
            /** @constant */
            type: "enrichment";
            /** @description Id of a lookup in the catalogue. */
            provider: string;
            /** @description The output field to keep. Absent: the whole answer as an object, for use as `{{Name.field}}`. */
            output?: string | null;
            /** @description A template per input of the lookup, by input name. */
            inputs: {
                [key: string]: string;
            };
            accept?: components["schemas"]["AcceptRule"] | null;
            run_if?: components["schemas"]["FilterInput"] | null;
            /** @description Values older than this are stale. Absent: never. */
            max_age_days?: number | null;
        } | {
            /** @description Only to refer to the column in conditions of the same request; the workbook gives it an id of its own. */
            id?: string | null;
            /** @description Shown to people and used in references: `{{Name}}`. Unique without regard to case. */
            name: string;
            /** @description Pixels. */
            width?: number | null;
            hidden?: boolean | null;
            pinned?: boolean | null;
            /** @constant */
            type: "waterfall";
            /** @description The output field every step is asked for. */
            output: string;
            /** @description Asked in exactly this order until an answer is accepted. */
            steps: components["schemas"]["WaterfallStepInput"][];
            accept?: components["schemas"]["AcceptRule"] | null;
            verify?: components["schemas"]["VerifierInput"] | null;
            mode?: ("stop" | "merge" | "cross_check") | null;
            /** @description Of `merge`: the output fields that make the value. Absent: `output` alone. */
            fields?: string[] | null;
            /** @description Of `cross_check`: how many have to agree. Absent: 2. */
            agree?: number | null;
            /** @description What the calls for one row may cost. Absent: no limit. */
            max_usd_per_row?: number | null;
            /** @description What the calls for one row may take. Absent: no limit. */
            max_seconds_per_row?: number | null;
            /** @description Of a column for `work_email`: the address is guessed by its pattern first, for nothing, from the name and domain that the steps are asked with, and kept if it is verified, by `verify` or else by our own verifier. Absent: false. */
            free_guess?: boolean | null;
            /** @description Most providers asked per row, 0 = all. Absent: the setting of the workspace. */
            max_providers?: number | null;
            run_if?: components["schemas"]["FilterInput"] | null;
            /** @description Values older than this are stale. Absent: never. */
            max_age_days?: number | null;
        } | {
            /** @description Only to refer to the column in conditions of the same request; the workbook gives it an id of its own. */
            id?: string | null;
            /** @description Shown to people and used in references: `{{Name}}`. Unique without regard to case. */
            name: string;
            /** @description Pixels. */
            width?: number | null;
            hidden?: boolean | null;
            pinned?: boolean | null;
            /** @constant */
            type: "formula";
            /** @description Such as `IF({{Employees}} > 50, "large", "small")`. Columns are written `{{Column name}}`, with a dotted path inside or behind the braces; functions, with signatures and examples, are listed by `GET /api/meta/formula-functions`. */
            expression: string;
            /** @description What the formula gives: text, number, boolean, date, list, object or any. Inferred; what is sent is ignored. */
            value_type?: string | null;
            /** @description The columns of other workbooks that LOOKUP and COUNTIF look through, as the formula writes them. Worked out when it is saved; what is sent is ignored. */
            ranges?: {
                ref: string;
                workbook_id: string;
                column_id: string;
            }[] | null;
            /** @description True when the result changes with time, as of TODAY(): then it is computed anew every night. Inferred. */
            volatile?: boolean | null;
        } | {
            /** @description Only to refer to the column in conditions of the same request; the workbook gives it an id of its own. */
            id?: string | null;
            /** @description Shown to people and used in references: `{{Name}}`. Unique without regard to case. */
            name: string;
            /** @description Pixels. */
            width?: number | null;
            hidden?: boolean | null;
            pinned?: boolean | null;
            /** @constant */
            type: "lookup";
            /**
             * Format: uuid
             * @description The other workbook, of the same workspace.
             */
            workbook_id: string;
            /** @description What is looked for, as a template over the columns of this workbook: `{{Domain}}`. */
            key: string;
            /** @description Id of the column of the other workbook that is compared. */
            their_key: string;
            /**
             * @description How the two are compared: as text without regard to case and blanks, or as the domain, e-mail address or telephone number that they stand for.
             * @default text
             * @enum {string}
             */
            compare?: "text" | "domain" | "email" | "phone";
            /**
             * @description `one` and `first`: the value of the first matching row; `last`: of the last one; `many`: a list of the first 100; `exists`: true or false; `count`: how many; `sum`, `avg`, `min`, `max`: over the numbers of all matching rows.
             * @default one
             * @enum {string}
             */
            give?: "one" | "many" | "exists" | "count" | "sum" | "avg" | "min" | "max" | "first" | "last";
            /** @description Id of the column whose value is given; not needed for `exists` and `count`. */
            their_column?: string | null;
        } | {
            /** @description Only to refer to the column in conditions of the same request; the workbook gives it an id of its own. */
            id?: string | null;
            /** @description Shown to people and used in references: `{{Name}}`. Unique without regard to case. */
            name: string;
            /** @description Pixels. */
            width?: number | null;
            hidden?: boolean | null;
            pinned?: boolean | null;
            /** @constant */
            type: "lead_field";
            /** @description Name of a field of leads (`GET /api/meta/lead-fields`). */
            field: string;
        } | {
            /** @description Only to refer to the column in conditions of the same request; the workbook gives it an id of its own. */
            id?: string | null;
            /** @description Shown to people and used in references: `{{Name}}`. Unique without regard to case. */
            name: string;
            /** @description Pixels. */
            width?: number | null;
            hidden?: boolean | null;
            pinned?: boolean | null;
            /** @constant */
            type: "http";
            /**
             * @description Other than GET is asked for every row by itself.
             * @default GET
             * @enum {string}
             */
            method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
            /** @description Address with references in path and query, each encoded as one part of it. Scheme and host are fixed unless `any_host`. */
            url: string;
            /** @description The row says where the request goes. Excludes `auth`: a secret goes to one host only. */
            any_host?: boolean | null;
            /** @description Query parameters; those without a value are left out. */
            query?: {
                [key: string]: string;
            } | null;
            /** @description Headers; those without a value are left out. Keys belong into `auth`. */
            headers?: {
                [key: string]: string;
            } | null;
            /** @description JSON with references. One inside of quotes stays inside whatever its value is; one outside becomes the JSON value. */
            body?: string | null;
            /** @description Fields of a form, in place of `body`. */
            form?: {
                [key: string]: string;
            } | null;
            auth?: components["schemas"]["HttpAuthInput"] | null;
            pages?: components["schemas"]["HttpPagesInput"] | null;
            /** @description Where the list stands that the pages continue, such as `data.items`. */
            items?: string | null;
            /** @default 5 */
            max_pages?: number;
            /**
             * @description What is kept of the answer. Empty: all of it.
             * @default []
             */
            fields?: {
                name: string;
                /** @description Such as `data.items[0].email`, or `items[].name` for one of every item. Empty: the whole answer. */
                path: string;
                /**
                 * @default text
                 * @enum {string}
                 */
                type?: "text" | "number" | "boolean" | "date" | "email" | "url" | "phone" | "json";
            }[];
            /** @description The field that becomes the value. Absent: the only field, else all as an object. */
            output?: string | null;
            /** @description What means "nothing found" rather than an error. Absent: status 404. */
            miss?: {
                statuses?: number[] | null;
                /** @description A path: nothing there is a miss. */
                empty?: string | null;
            } | null;
            /** @description References without whose values a row is skipped, such as `{{Domain}}`. Absent: see the type of the column. */
            required?: string[] | null;
            /** @description Of one request. Absent: free. */
            price_usd?: number | null;
            /**
             * @description Whether a miss costs too.
             * @default per_call
             * @enum {string}
             */
            billing?: "on_hit" | "per_call";
            per_second?: number | null;
            concurrency?: number | null;
            /**
             * @description Seconds one row may take.
             * @default 30
             */
            timeout_seconds?: number;
            /**
             * @description Days an answer to GET may be used again.
             * @default 1
             */
            cache_days?: number;
            /** @description Asking twice costs and changes nothing. Absent: true of a GET without a price. */
            repeat_safe?: boolean | null;
            run_if?: components["schemas"]["FilterInput"] | null;
            /** @description Values older than this are stale. Absent: never. */
            max_age_days?: number | null;
        } | {
            /** @description Only to refer to the column in conditions of the same request; the workbook gives it an id of its own. */
            id?: string | null;
            /** @description Shown to people and used in references: `{{Name}}`. Unique without regard to case. */
            name: string;
            /** @description Pixels. */
            width?: number | null;
            hidden?: boolean | null;
            pinned?: boolean | null;
            /** @constant */
            type: "ai";
            /**
             * @description Vendor and model, as `GET /api/settings/models` lists them: `openai/…`, `anthropic/…`, `ollama/…`.
             * @example ollama/llama3.2
             */
            model: string;
            /** @description What to do. `{{Column}}` names a value; the values themselves follow the prompt as data, never as instructions. */
            prompt: string;
            /** @description What is to be answered. Anything else the model says is dropped; an answer of another type is refused. */
            fields: components["schemas"]["AskedFieldInput"][];
            /** @description The field that becomes the value. Absent: the only field, else all as an object. */
            output?: string | null;
            /** @description References without whose values a row is skipped, such as `{{Domain}}`. Absent: see the type of the column. */
            required?: string[] | null;
            /** @default 0 */
            temperature?: number;
            /**
             * @description Longest answer.
             * @default 1000
             */
            max_tokens?: number;
            /**
             * @description Seconds one row may take.
             * @default 60
             */
            timeout_seconds?: number;
            /**
             * @description Days an answer to the same prompt, values and model may be used again.
             * @default 30
             */
            cache_days?: number;
            run_if?: components["schemas"]["FilterInput"] | null;
            /** @description Values older than this are stale. Absent: never. */
            max_age_days?: number | null;
        } | {
            /** @description Only to refer to the column in conditions of the same request; the workbook gives it an id of its own. */
            id?: string | null;
            /** @description Shown to people and used in references: `{{Name}}`. Unique without regard to case. */
            name: string;
            /** @description Pixels. */
            width?: number | null;
            hidden?: boolean | null;
            pinned?: boolean | null;
            /** @constant */
            type: "research";
            /**
             * @description Vendor and model, as `GET /api/settings/models` lists them: `openai/…`, `anthropic/…`, `ollama/…`.
             * @example ollama/llama3.2
             */
            model: string;
            /** @description What to find out. `{{Column}}` names a value; the values themselves follow as data, never as instructions. */
            prompt: string;
            /** @description What is to be answered. Anything else the model says is dropped; an answer of another type is refused. */
            fields: components["schemas"]["AskedFieldInput"][];
            /** @description The field that becomes the value. Absent: the only field, else all as an object. */
            output?: string | null;
            /** @description References without whose values a row is skipped, such as `{{Domain}}`. Absent: see the type of the column. */
            required?: string[] | null;
            /**
             * @description Id of the web search to use; `none` for none. Absent: the first that the workspace has a key of.
             * @example searxng-web-search
             * @example serper-web-search
             * @example brave-web-search
             */
            search?: string | null;
            /** @description Workbooks it may look into. */
            tables?: components["schemas"]["ResearchTableInput"][] | null;
            /**
             * @description A step is one question to the model and what it then does. The last one is kept for the answer.
             * @default 8
             */
            max_steps?: number;
            /** @description What one row may cost. Absent: no limit. */
            max_usd?: number | null;
            /** @default 0 */
            temperature?: number;
            /**
             * @description Longest answer of a step.
             * @default 1500
             */
            max_tokens?: number;
            /**
             * @description Seconds one row may take.
             * @default 180
             */
            timeout_seconds?: number;
            /**
             * @description Days a step may be answered again without asking when nothing it goes by has changed.
             * @default 30
             */
            cache_days?: number;
            run_if?: components["schemas"]["FilterInput"] | null;
            /** @description Values older than this are stale. Absent: never. */
            max_age_days?: number | null;
        } | {
            /** @description Only to refer to the column in conditions of the same request; the workbook gives it an id of its own. */
            id?: string | null;
            /** @description Shown to people and used in references: `{{Name}}`. Unique without regard to case. */
            name: string;
            /** @description Pixels. */
            width?: number | null;
            hidden?: boolean | null;
            pinned?: boolean | null;
            /** @constant */
            type: "output";
            target: components["schemas"]["OutputTargetInput"];
            /** @description References without whose values a row is skipped, such as `{{Domain}}`. Absent: see the type of the column. */
            required?: string[] | null;
            /**
             * @description Seconds one row may take.
             * @default 30
             */
            timeout_seconds?: number;
            run_if?: components["schemas"]["FilterInput"] | null;
            /** @description Values older than this are stale. Absent: never. */
            max_age_days?: number | null;
        };
        OutputTargetInput: {
            /** @constant */
            kind: "webhook";
            /**
             * @description A fixed address.
             * @example https://hooks.example.com/rows
             */
            url: string;
            /** @description Name of a secret of the workspace, see `GET /api/settings/secrets`. Its value never appears anywhere. */
            secret: string;
            /** @description What is sent, by name. Those without a value are left out. */
            values: {
                [key: string]: string;
            };
        } | {
            /** @constant */
            kind: "slack";
            /** @description Name of a secret of the workspace, see `GET /api/settings/secrets`. Its value never appears anywhere. */
            secret: string;
            /** @description Text with `{{Column name}}` references. A template that is exactly one reference passes the value on as it is. `{{Column.path}}` reaches into an object or list; `\{{` is two plain braces. */
            text: string;
        } | {
            /** @constant */
            kind: "hubspot";
            /**
             * @description What is created or updated.
             * @default contacts
             * @enum {string}
             */
            object?: "contacts" | "companies" | "deals";
            /** @description The property that tells two apart, such as `email`. */
            key: string;
            /** @description What is sent, by name. Those without a value are left out. */
            values: {
                [key: string]: string;
            };
        } | {
            /** @constant */
            kind: "salesforce";
            /**
             * @description The API name of what is created or updated.
             * @example Contact
             * @example Lead
             * @example Account
             */
            object: string;
            /**
             * @description The field that tells two apart.
             * @example Email
             * @example Millrace_Id__c
             */
            key: string;
            /**
             * @description `external_id`: the key is an external id, and Salesforce does both at once. `value`: any field, such as Email; it is looked for first.
             * @default external_id
             * @enum {string}
             */
            match?: "external_id" | "value";
            /** @description What is sent, by name. Those without a value are left out. */
            values: {
                [key: string]: string;
            };
        } | {
            /** @constant */
            kind: "workbook";
            /**
             * Format: uuid
             * @description Another workbook of the workspace, which knows its rows by an identity.
             */
            workbook_id: string;
            /**
             * @description What happens to a row that the other workbook knows already.
             * @default overwrite
             * @enum {string}
             */
            existing?: "overwrite" | "fill_blanks" | "skip";
            /** @description What is written, by name or id of the other workbook's columns. Those without a value are left out. */
            values: {
                [key: string]: string;
            };
        } | {
            /** @constant */
            kind: "sheet";
            /**
             * @description A fixed address.
             * @example https://hooks.example.com/rows
             */
            url: string;
            /**
             * @description One line of CSV with its header, or one JSON object.
             * @default json
             * @enum {string}
             */
            format?: "csv" | "json";
            /** @description Name of a secret of the workspace, see `GET /api/settings/secrets`. Its value never appears anywhere. */
            secret?: string | null;
            /** @description What is sent, by name. Those without a value are left out. */
            values: {
                [key: string]: string;
            };
            /** @description The names of `values` in the order in which they are sent. Absent: as they are given. */
            order?: string[] | null;
        };
        OwnershipTransferInput: {
            user_id: number;
        };
        PasswordChange: {
            /** Format: password */
            current_password: string;
            /** Format: password */
            new_password: string;
        };
        PasswordChanged: {
            id: number;
            username: string;
            is_active: boolean;
            is_admin: boolean;
            /**
             * @description `user` or `admin`: the role on the platform, not in a workspace.
             * @default user
             */
            role?: string;
            /**
             * Format: date-time
             * @description When the account was made.
             */
            created_at?: string | null;
            /**
             * Format: date-time
             * @description The last successful login.
             */
            last_login?: string | null;
            profile_image?: string | null;
            /** @description Send it as `Authorization: Bearer …`. */
            access_token: string;
            /** @description Always `bearer`. */
            token_type: string;
            /** @description Good for one POST /auth/refresh. */
            refresh_token?: string;
            /** @description Seconds the access token is good for. */
            expires_in?: number;
        };
        PerformanceSettings: {
            /** @description Rows of this workspace worked on at once by one worker. Kept within 1 to 64; 12 unless set. */
            row_concurrency: number;
            /** @description Calls under way to one provider at once by one worker. Kept within 1 to 64; 8 unless set. */
            provider_workers: number;
            /** @description Seconds to wait for one answer at most. Until it is set a lookup gets the time it declares, longer for slow ones. Kept within 3 to 120; 10 unless set. */
            provider_timeout: number;
            /** @description Providers asked per cell at most; 0 asks all. Kept within 0 to 20; 8 unless set. */
            max_providers: number;
            /** @description How often a call that failed for the moment is tried again. Kept within 0 to 5; 1 unless set. */
            retry_passes: number;
        };
        PerformanceUpdate: {
            /** @description Rows of this workspace worked on at once by one worker. Kept within 1 to 64; 12 unless set. */
            row_concurrency?: number | null;
            /** @description Calls under way to one provider at once by one worker. Kept within 1 to 64; 8 unless set. */
            provider_workers?: number | null;
            /** @description Seconds to wait for one answer at most. Until it is set a lookup gets the time it declares, longer for slow ones. Kept within 3 to 120; 10 unless set. */
            provider_timeout?: number | null;
            /** @description Providers asked per cell at most; 0 asks all. Kept within 0 to 20; 8 unless set. */
            max_providers?: number | null;
            /** @description How often a call that failed for the moment is tried again. Kept within 0 to 5; 1 unless set. */
            retry_passes?: number | null;
        };
        PersonPresent: {
            user_id: number;
            name: string;
            tab: string;
            at: {
                /** @description A cell. */
                cell: {
                    row_id: string;
                    column_id: string;
                } | null;
                /** @description A cell. */
                to: {
                    row_id: string;
                    column_id: string;
                } | null;
                is_editing: boolean;
            };
        };
        PlannedCell: {
            row_id: string;
            column_id: string;
            /**
             * @description `wait`: for another column of the run, and then ask or skip. `leave`: the cell stays as it is.
             * @enum {string}
             */
            would: "ask" | "wait" | "skip" | "leave";
            why: string | null;
            /** @description In the order they would be asked, until one has the answer. */
            providers: string[];
        };
        Practice: {
            /** @description Providers that need an account answer from samples made to fit the inputs: free, always the same, and named `practice:…` in every value. Runs started while it is off take such values for blanks. */
            on: boolean;
        };
        Presence: {
            workbook_id: string;
            /** @description Yourself too; each window is one. The first 50. */
            people: components["schemas"]["PersonPresent"][];
            /** @description How many people there are. */
            count: number;
        };
        PresenceBeatInput: {
            /** @description Any name that tells this window from others of the same person. */
            tab: string;
            /** @description A cell. */
            cell?: {
                row_id: string;
                column_id: string;
            } | null;
            /** @description The other corner, when several cells are selected. */
            to?: {
                row_id: string;
                column_id: string;
            } | null;
            /** @description The cell is being written in. */
            is_editing?: boolean | null;
            /** @description True: no longer there. */
            left?: boolean | null;
        };
        PriceUpdate: {
            /** @description US dollars per billed call, at most 6 decimals. */
            price_usd: number;
            /** @description One of `rules`; the rule of the catalogue unless given. */
            billing_rule?: string | null;
        };
        Problem: {
            /** @description What went wrong, in words for people. */
            detail: string;
        };
        ProfileUpdate: {
            /** @description Unique without regard to case. */
            username?: string | null;
            /** @description An https address, or a PNG, JPEG, GIF or WebP of at most 100 KB as `data:image/…;base64,…`; null takes it away. */
            profile_image?: string | null;
        };
        /** @description Where a fact came from and under which license. */
        Provenance: {
            source?: string | null;
            provider?: string | null;
            /** @description api, crawl, registry, inferred, ai, manual or import. */
            method?: string | null;
            source_url?: string | null;
            /** @description CC0-1.0, CC-BY-4.0, CC-BY-SA-4.0, ODbL-1.0, OGL-3.0, public-record, scraped, proprietary-api, user-provided, inferred or unknown. */
            license?: string | null;
            attribution?: string | null;
            confidence?: number | null;
            /** Format: date-time */
            fetched_at?: string | null;
            /** Format: date-time */
            expires_at?: string | null;
            run_id?: string | null;
        } & {
            [key: string]: unknown;
        };
        ProviderClosed: {
            /**
             * @description `throttled`: it asked to wait; `circuit_open`: it refused the key or failed again and again.
             * @enum {string}
             */
            kind: "throttled" | "circuit_open";
            /** @description The class of failure. */
            reason: string | null;
            detail: string;
            /** Format: date-time */
            since: string;
            /**
             * Format: date-time
             * @description Then one call tries whether it is well again. Null: when the key changes.
             */
            until: string | null;
            /** @description How often it stayed closed after such a call. */
            trials: number;
        };
        ProviderEntry: {
            /** @description What a step of a column names as its `provider`. */
            id: string;
            provider: string;
            label: string;
            description: string;
            docs_url: string;
            inputs: {
                name: string;
                label: string;
                type: string;
                required: boolean;
                help: string;
                aliases: string[];
            }[];
            /** @description Of each group at least one input is needed. */
            one_of: string[][];
            outputs: {
                field: string;
                label: string;
                type: string;
            }[];
            /** @description Per billed call in this workspace; null is unknown. */
            price_usd: number | null;
            /** @description free, on_hit, on_verified, per_call or vendor_reports. */
            billing_rule: string;
            /** @description catalogue, or workspace: set here. */
            price_source: string;
            license: string;
            method: string;
            /** @description Works without an account. */
            keyless: boolean;
            /** @description The integration whose key it takes; null for none. With `keyless`, a key only lifts limits. */
            integration_id: string | null;
            /** @description documented: written after the documentation of the vendor and not yet tried with an account; verified: tried, or our own; ended: cannot be asked any more. */
            state: string;
            /** @description The day the live vendor was last tried. */
            verified_on: string | null;
            /** @description Can be asked now in this workspace. */
            ready: boolean;
            /** @description Would answer from samples, because the workspace practises. */
            practises: boolean;
            /** @description Why its account is not asked at the moment; null when it is well. */
            closed: {
                /** @description `throttled`: it asked to wait; `circuit_open`: it refused the key or failed again and again. */
                kind: string;
                /** @description The class of failure. */
                reason: string | null;
                detail: string;
                /**
                 * Format: date-time
                 * @description Null: until the key changes.
                 */
                until: string | null;
            } | null;
            cache_days: number;
            example: {
                inputs: {
                    [key: string]: string;
                };
                outputs: {
                    [key: string]: unknown;
                };
            };
        };
        ProviderHealth: {
            /** @description The account that calls are made with, shared by all of its lookups. */
            account: string;
            label: string;
            /** @description The integration whose key it takes. */
            integration_id: string | null;
            /**
             * @description `well`: it is asked.
             * @enum {string}
             */
            state: "well" | "throttled" | "circuit_open";
            /** @description Why it is not asked at the moment; null when it is. */
            closed: components["schemas"]["ProviderClosed"] | null;
            /** @description Asked without the cache: hits, misses, errors and requests to wait together. */
            calls: number;
            /** @description Calls that found something. */
            hits: number;
            /** @description Calls that answered cleanly that there is nothing. */
            misses: number;
            /** @description Calls that failed, or of which it is not known what came. */
            errors: number;
            /** @description Calls that the provider answered with a request to come back later. */
            throttled: number;
            /** @description Questions answered from the cache, without a call. */
            cached: number;
            /** @description Hits among clean answers; null without any. */
            hit_rate: number | null;
            /** @description Errors among calls; null without any. */
            error_rate: number | null;
            /** @description Half of the calls took at most so long. */
            p50_ms: number | null;
            /** @description Of twenty calls, nineteen took at most so long. */
            p95_ms: number | null;
            /**
             * Format: date-time
             * @description When it was last asked in this stretch.
             */
            last_at: string | null;
            /** @description The newest failure in this stretch. */
            last_error: {
                /** Format: date-time */
                at: string;
                /** @description The class of failure. */
                reason: string | null;
                /** @description In words. */
                detail: string | null;
            } | null;
            lookups: components["schemas"]["LookupHealth"][];
        };
        ProviderHealthList: {
            items: components["schemas"]["ProviderHealth"][];
            next_cursor: string | null;
            /**
             * Format: date-time
             * @description The oldest moment the figures are of: later than asked for where there were very many calls.
             */
            from: string | null;
            /** @description There were more attempts than are looked at; the figures are of the newest. */
            is_cut: boolean;
        };
        ProviderList: {
            items: components["schemas"]["ProviderEntry"][];
            next_cursor: string | null;
            total: number;
        };
        Readiness: {
            /** @enum {string} */
            status: "ok" | "failed";
            checks: {
                [key: string]: "ok" | "failed";
            };
        };
        RefreshRequest: {
            /** Format: password */
            refresh_token: string;
        };
        /** @description What a research went by. */
        ResearchEvidence: {
            /** @description Every field that was answered. */
            answer: {
                [key: string]: unknown;
            } | null;
            citations: components["schemas"]["Citation"][];
            /** @description Quotes that the model gave, in any of its answers, and that are not on the page they name. Absent before that was counted. */
            quotes_dropped?: number;
            steps_used: number;
            /** @description Null is unknown. */
            cost_usd: number | null;
            /**
             * @description Why it stopped: `exhausted` is that its steps were used up.
             * @default found
             * @enum {string}
             */
            stopped_reason: "found" | "exhausted" | "budget" | "timeout" | "error";
        };
        ResearchTableInput: {
            /** @description What the model knows it as, each once. */
            name: string;
            /**
             * Format: uuid
             * @description A workbook of the workspace, which is only read.
             */
            workbook_id: string;
            /** @description Ids of the columns it may see. Absent: all. */
            columns?: string[] | null;
        };
        RestoreRequest: {
            /** @description From the history of the same cell. */
            version_id: string;
        };
        RetentionSettings: {
            /** @description How long the request and the response of an attempt are kept. The attempt itself, with its outcome and cost, stays with its cell. 1 to 3650 days; 90 unless set. */
            attempt_days: number;
            /** @description How long answers of lookups may be used again; sooner where the lookup says so. 1 to 3650 days; 365 unless set. */
            lookup_cache_days: number;
            /** @description How long pages of websites may be used again; sooner where they expire. 1 to 365 days; 30 unless set. */
            page_cache_days: number;
        };
        RetentionUpdate: {
            /** @description How long the request and the response of an attempt are kept. The attempt itself, with its outcome and cost, stays with its cell. 1 to 3650 days; 90 unless set. */
            attempt_days?: number | null;
            /** @description How long answers of lookups may be used again; sooner where the lookup says so. 1 to 3650 days; 365 unless set. */
            lookup_cache_days?: number | null;
            /** @description How long pages of websites may be used again; sooner where they expire. 1 to 365 days; 30 unless set. */
            page_cache_days?: number | null;
        };
        RowCost: {
            row_id: string;
            /** @description That cost something or may have. */
            calls: number;
            /** @description Settled. */
            spent_usd: number;
            /** @description For calls under way: the most they can cost. */
            reserved_usd: number;
            /** @description For calls that may have been billed: the most they can have cost. */
            uncertain_usd: number;
            /** @description Calls billed at a price that nobody knows; they are in no sum. */
            unpriced: number;
            /** @description The dearest first; the key is workbook, slash, column. */
            by_column: components["schemas"]["SpendingItem"][];
            by_provider: components["schemas"]["SpendingItem"][];
        };
        /** @description Adding `filter` to the question gives the rows of the group. */
        RowGroup: {
            /** @description As one row of the group has it; null for blank ones; for a time its day. */
            value: unknown;
            count: number;
            filter: components["schemas"]["Filter"] | null;
        };
        RowGroups: {
            items: components["schemas"]["RowGroup"][];
            next_cursor: string | null;
        };
        RowGroupsQueryInput: {
            /** @description A view to start from: its filter counts as well, its search and its order where no other is asked for. */
            view_id?: string | null;
            filter?: components["schemas"]["FilterInput"] | null;
            /** @description Only rows that hold this text in some value, literally and without case. */
            search?: string | null;
            group: components["schemas"]["SortInput"];
            /**
             * @description What the groups are ordered by, in the direction of `group`.
             * @default value
             * @enum {string}
             */
            by?: "count" | "value";
            /** @default 100 */
            limit?: number;
            /** @description The `next_cursor` of the page before. */
            cursor?: string | null;
        };
        RowsCountInput: {
            /** @description A view to start from: its filter counts as well, its search and its order where no other is asked for. */
            view_id?: string | null;
            filter?: components["schemas"]["FilterInput"] | null;
            /** @description Only rows that hold this text in some value, literally and without case. */
            search?: string | null;
            /**
             * @description Count no further than this.
             * @default 10000
             */
            up_to?: number;
            /** @description The `next_cursor` of an earlier answer, to count on. */
            cursor?: string | null;
        };
        RowsCounted: {
            count: number;
            /** @description False when there are more than were counted, or may be. */
            is_exact: boolean;
            /** @description Counting was broken off because it takes long: send it to go on; `count` then has what was counted before as well. */
            next_cursor: string | null;
        };
        RowsCreate: {
            /** @description 1 to 1000 rows. */
            rows: {
                /** @description Values by column id or column name. A blank value empties the cell. Computed columns are not written here. */
                data: {
                    [key: string]: unknown;
                };
            }[];
            /** @description Id of the row above which they are put. */
            before?: string | null;
            /** @description Id of the row below which they are put. Without either they go to the end. */
            after?: string | null;
            dedupe?: ("skip" | "update" | "create") | null;
            /** @description The `change_id` that an earlier call of the same act answered: both are undone together. */
            change_id?: string | null;
            /** @description What the list of activity calls it, such as “Paste 40 cells”. */
            label?: string | null;
        };
        /** @description Either `row_ids`, or what matches: `filter`, `search` and `view_id` together. */
        RowsDeleteInput: {
            /** @description 1 to 5000 ids; one that is gone already is no error. */
            row_ids?: string[] | null;
            /** @description A view to start from: its filter counts as well, its search and its order where no other is asked for. */
            view_id?: string | null;
            filter?: components["schemas"]["FilterInput"] | null;
            /** @description Only rows that hold this text in some value, literally and without case. */
            search?: string | null;
            /** @description With a filter, search or view: how many rows it stands for. When that is not the number by now, nothing is deleted (409, with the number as `count`). */
            expected_count?: number | null;
        };
        RowsDeleted: {
            /** @description How many are gone by now. */
            deleted: number;
            /** @description What to undo this by; null: nothing was changed. */
            change_id: string | null;
            /**
             * @description `deleting`: in the background; see `GET /api/work` and the activity of the workbook under `change_id`.
             * @enum {string}
             */
            state: "done" | "deleting";
        };
        RowsQueryInput: {
            /** @description A view to start from: its filter counts as well, its search and its order where no other is asked for. */
            view_id?: string | null;
            filter?: components["schemas"]["FilterInput"] | null;
            /** @description Only rows that hold this text in some value, literally and without case. */
            search?: string | null;
            /** @description The first decides, the next one among equals. Empty or absent: the order of the workbook. */
            sort?: components["schemas"]["SortInput"][] | null;
            /** @description Only these columns in `data`, `enrichments` and `lead`. Absent: all. */
            columns?: string[] | null;
            /**
             * @description Rows in the answer.
             * @default 100
             */
            limit?: number;
            /** @description By number instead of by cursor, from 1. Under a filter, a search or an order the rows before it are passed over one by one. */
            page?: number | null;
            /** @description The `next_cursor` of an answer to the same question; of another one it is refused (422). */
            cursor?: string | null;
        };
        RowsUpdate: {
            /** @description 1 to 1000 rows, all or none; values that are not named stay. */
            rows: {
                row_id: string;
                /** @description Values by column id or column name. A blank value empties the cell. Computed columns are not written here. */
                data: {
                    [key: string]: unknown;
                };
            }[];
            /** @description The `change_id` that an earlier call of the same act answered: both are undone together. */
            change_id?: string | null;
            /** @description What the list of activity calls it, such as “Paste 40 cells”. */
            label?: string | null;
        };
        RunActual: {
            /** @description That cost something or may have. */
            calls: number;
            /** @description Settled. */
            spent_usd: number;
            /** @description For calls under way: the most they can cost. */
            reserved_usd: number;
            /** @description For calls that may have been billed: the most they can have cost. */
            uncertain_usd: number;
            /** @description Calls billed at a price that nobody knows; they are in no sum. */
            unpriced: number;
            by_provider: components["schemas"]["SpendingItem"][];
            by_column: components["schemas"]["SpendingItem"][];
        };
        /** @description A run with what it really cost, by the ledger, beside what was estimated. */
        RunDetail: {
            run_id: string;
            workbook_id: string;
            /** @enum {string} */
            status: "queued" | "running" | "paused" | "done" | "done_with_errors" | "cancelled" | "failed" | "budget_stopped";
            /**
             * @description `missing` fills cells without an outcome, `failed` repeats errors, `stale` renews answers past their age limit, `all` asks again for everything that nobody typed over.
             * @default missing
             * @enum {string}
             */
            mode: "missing" | "failed" | "stale" | "all";
            column_ids: string[];
            rows: number;
            /** @description Cells the run looks at. */
            cells: number;
            /** @description Cells it is through with. */
            done: number;
            /** @description Cells by what became of them. */
            counts: {
                [key: string]: number;
            };
            /** @description US dollars, as far as prices are known: at least so much. `actual.unpriced` of a single run counts the calls of unknown price. */
            cost_usd: number;
            /** @description The most it may cost; null without such a limit. */
            max_usd: number | null;
            estimate: components["schemas"]["RunEstimate"] | null;
            /** @description Cells per second so far. */
            rate: number | null;
            eta_seconds: number | null;
            actor_user_id: number | null;
            /** @description The name of who started it. */
            actor: string | null;
            /** @description Started because rows came or changed, for a column that is armed. */
            by_itself: boolean;
            error: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            started_at: string | null;
            /** Format: date-time */
            ended_at: string | null;
            scope: components["schemas"]["RunScope"];
            /** @description The ingest token that brought the rows of a run that began by itself. */
            actor_token_id: string | null;
            actual: components["schemas"]["RunActual"];
        };
        RunEstimate: {
            /** @description Rows the run looks at. */
            rows_in_scope: number;
            /** @description Cells the run looks at: the sum of the six counts that follow. */
            cells_in_scope: number;
            /** @description Cells left alone: they have their outcome, or a person typed over them. */
            already_fresh: number;
            /** @description Cells whose condition is false. */
            condition_false: number;
            /** @description Cells without the inputs that any step needs. */
            missing_input: number;
            /** @description Cells that the cache answers for nothing. */
            cached: number;
            /** @description Cells whose providers all lack a key, are closed at the moment or cost more than a row may. */
            not_ready: number;
            /** @description Cells for which at least one provider is asked. */
            to_run: number;
            /** @description If no cell needs more than the first provider it asks, as many as have to agree, and who checks their answers. A model answers at once, a research without looking anything up. */
            low_usd: number;
            /** @description At the hit rates that `basis` tells the origin of. Of columns that ask a model: what a row of the last five runs of the column cost, or what is usual for such prompts. */
            expected_usd: number;
            /** @description If every provider that may be asked is asked and bills, as far as a row may cost so much; a model with the longest of everything, a research with every step it may take. */
            high_usd: number;
            /**
             * @description Whether hit rates, and what models cost for a row, were measured in this workspace, are the shipped defaults, or some of both.
             * @enum {string}
             */
            basis: "measured" | "mixed" | "default";
            by_column: components["schemas"]["EstimateColumn"][];
            by_provider: components["schemas"]["EstimateProvider"][];
            /** @description Providers that would be asked at a price nobody has set. They are in none of the sums. */
            unknown_prices: string[];
            seconds_expected: number;
            /** @description What sets the pace, in words, for example "hunter: 10 per second"; null when nothing is asked. */
            binding_limit: string | null;
            /** @description The counts were projected from a sample of the rows. */
            sampled: boolean;
            /** @description With `limit` or `sample`, when fewer rows than wanted were found: so many rows were looked at, and there are more. Name rows or a filter to reach them. */
            looked_at?: number;
        };
        RunList: {
            items: components["schemas"]["RunResponse"][];
            next_cursor: string | null;
        };
        RunRequest: {
            /** @description Absent: every enriched column. */
            column_ids?: string[] | null;
            /** @description Absent: every row. */
            row_ids?: string[] | null;
            /** @description A view to start from: its filter counts as well, its search and its order where no other is asked for. */
            view_id?: string | null;
            filter?: components["schemas"]["FilterInput"] | null;
            /** @description Only rows that hold this text in some value, literally and without case. */
            search?: string | null;
            /** @description Only the first rows that have something to run. */
            limit?: number | null;
            /** @description Only so many rows that have something to run, taken evenly from all over the scope: to see what comes of it. */
            sample?: number | null;
            /**
             * @description `missing` fills cells without an outcome, `failed` repeats errors, `stale` renews answers past their age limit, `all` asks again for everything that nobody typed over.
             * @default missing
             * @enum {string}
             */
            mode?: "missing" | "failed" | "stale" | "all";
            /** @description The most the run may cost, in US dollars. No call is made that could go past it; the run then ends as `budget_stopped`. */
            max_usd?: number | null;
            /** @description Under `max_usd`, lookups whose price nobody knows are not asked, unless this is true. */
            allow_unknown_prices?: boolean | null;
            /** @description Nothing is stored and nobody is asked: the answer says what the run would do, row by row for the first. */
            dry_run?: boolean | null;
            /** @description As the header Idempotency-Key. */
            idempotency_key?: string | null;
        };
        RunResponse: {
            run_id: string;
            workbook_id: string;
            /** @enum {string} */
            status: "queued" | "running" | "paused" | "done" | "done_with_errors" | "cancelled" | "failed" | "budget_stopped";
            /**
             * @description `missing` fills cells without an outcome, `failed` repeats errors, `stale` renews answers past their age limit, `all` asks again for everything that nobody typed over.
             * @default missing
             * @enum {string}
             */
            mode: "missing" | "failed" | "stale" | "all";
            column_ids: string[];
            rows: number;
            /** @description Cells the run looks at. */
            cells: number;
            /** @description Cells it is through with. */
            done: number;
            /** @description Cells by what became of them. */
            counts: {
                [key: string]: number;
            };
            /** @description US dollars, as far as prices are known: at least so much. `actual.unpriced` of a single run counts the calls of unknown price. */
            cost_usd: number;
            /** @description The most it may cost; null without such a limit. */
            max_usd: number | null;
            estimate: components["schemas"]["RunEstimate"] | null;
            /** @description Cells per second so far. */
            rate: number | null;
            eta_seconds: number | null;
            actor_user_id: number | null;
            /** @description The name of who started it. */
            actor: string | null;
            /** @description Started because rows came or changed, for a column that is armed. */
            by_itself: boolean;
            error: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            started_at: string | null;
            /** Format: date-time */
            ended_at: string | null;
        };
        RunRow: {
            row_id: string;
            /** @description The first column whose cell on the row is counted so. */
            column_id: string;
            why: string | null;
        };
        RunRows: {
            items: components["schemas"]["RunRow"][];
            /** @description Goes on with the rows behind; there may be one after an answer without rows. */
            next_cursor: string | null;
        };
        RunRowsRequest: {
            /** @description Absent: every enriched column. */
            column_ids?: string[] | null;
            /** @description Absent: every row. */
            row_ids?: string[] | null;
            /** @description A view to start from: its filter counts as well, its search and its order where no other is asked for. */
            view_id?: string | null;
            filter?: components["schemas"]["FilterInput"] | null;
            /** @description Only rows that hold this text in some value, literally and without case. */
            search?: string | null;
            /** @description Only the first rows that have something to run. */
            limit?: number | null;
            /** @description Only so many rows that have something to run, taken evenly from all over the scope: to see what comes of it. */
            sample?: number | null;
            /**
             * @description `missing` fills cells without an outcome, `failed` repeats errors, `stale` renews answers past their age limit, `all` asks again for everything that nobody typed over.
             * @default missing
             * @enum {string}
             */
            mode?: "missing" | "failed" | "stale" | "all";
            /**
             * @description The count of the estimate that is asked about.
             * @enum {string}
             */
            fate: "already_fresh" | "condition_false" | "missing_input" | "cached" | "not_ready" | "to_run";
            /**
             * @description Rows in the answer.
             * @default 1000
             */
            most?: number;
            /** @description The `next_cursor` of an answer to the same question. */
            cursor?: string | null;
        };
        /** @description Which rows were asked for. All null: every row. */
        RunScope: {
            /** @description How many rows were named; null where none were. */
            row_ids: number | null;
            view_id: string | null;
            filter: components["schemas"]["Filter"] | null;
            limit: number | null;
            sample: number | null;
        };
        RunStarted: {
            /** @description Null after a dry run. */
            run_id: string | null;
            /** @description Of the run; `dry_run` when none was started. */
            status: string;
            rows: number;
            cells: number;
            estimate: components["schemas"]["RunEstimate"];
            /** @description Of a dry run: the cells of the first 20 rows. */
            plan?: components["schemas"]["PlannedCell"][];
        };
        RunsStopped: {
            /** @description Ids of the runs that were ended. */
            cancelled: string[];
        };
        SavedColumnPreviewRequest: {
            row_ids?: string[] | null;
        };
        SavedColumnTryRequest: {
            /** @description The rows to try. Absent: the first ones. */
            row_ids?: string[] | null;
            /** @description As the header Idempotency-Key. */
            idempotency_key?: string | null;
        };
        ScimDocument: {
            schemas: string[];
            meta?: components["schemas"]["ScimMeta"];
        } & {
            [key: string]: unknown;
        };
        ScimDocumentList: {
            schemas: string[];
            totalResults: number;
            startIndex: number;
            itemsPerPage: number;
            Resources: components["schemas"]["ScimDocument"][];
        };
        ScimError: {
            schemas: string[];
            /** @description The HTTP status as text. */
            status: string;
            /** @description A word of RFC 7644, for example `uniqueness`. */
            scimType?: string;
            /** @description What went wrong, in words for people. */
            detail: string;
        };
        ScimGroup: {
            schemas: string[];
            id: string;
            displayName?: string;
            externalId?: string;
            meta?: components["schemas"]["ScimMeta"];
        } & {
            [key: string]: unknown;
        };
        ScimGroupInput: {
            displayName: string;
            externalId?: string | null;
            members?: ({
                /** @description The id of a user. */
                value: string;
            } & {
                [key: string]: unknown;
            })[] | null;
            schemas?: string[] | null;
        } & {
            [key: string]: unknown;
        };
        ScimGroupList: {
            schemas: string[];
            totalResults: number;
            startIndex: number;
            itemsPerPage: number;
            Resources: components["schemas"]["ScimGroup"][];
        };
        ScimGroupRole: {
            id: string;
            display_name: string;
            member_count: number;
            /** @description Null: the group gives no role. */
            role: ("admin" | "editor" | "member" | "viewer") | null;
        };
        ScimGroupRoleList: {
            items: components["schemas"]["ScimGroupRole"][];
            /** @description Asks for the next page; null on the last. */
            next_cursor: string | null;
            total: number;
        };
        ScimGroupRolesUpdate: {
            mappings: {
                group_id: string;
                /** @enum {string} */
                role: "admin" | "editor" | "member" | "viewer";
            }[];
        };
        ScimMeta: {
            resourceType: string;
            location: string;
        } & {
            [key: string]: unknown;
        };
        ScimPatchInput: {
            schemas?: string[] | null;
            Operations: {
                /** @description `add`, `replace` or `remove`, in any case. */
                op: string;
                /** @description For example `emails[type eq "work"].value`. */
                path?: string | null;
                value?: unknown;
            }[];
        };
        ScimToken: {
            id: string;
            name: string;
            /** @description The last four characters, to tell tokens apart. */
            hint: string;
            /** Format: date-time */
            created_at: string;
            /**
             * Format: date-time
             * @description When it stops being good; null for never.
             */
            expires_at: string | null;
            /**
             * Format: date-time
             * @description The last use, to the minute.
             */
            last_used_at: string | null;
        };
        ScimTokenCreate: {
            /** @description For people, for example the name of the directory. */
            name: string;
            /**
             * Format: date-time
             * @description Never without it; directories stop working when a token ends.
             */
            expires_at?: string | null;
        };
        ScimTokenList: {
            items: components["schemas"]["ScimToken"][];
            /** @description Asks for the next page; null on the last. */
            next_cursor: string | null;
            total: number;
            /** @description The address to enter in the directory. */
            base_url: string;
        };
        ScimTokenMade: {
            id: string;
            name: string;
            /** @description The last four characters, to tell tokens apart. */
            hint: string;
            /** Format: date-time */
            created_at: string;
            /**
             * Format: date-time
             * @description When it stops being good; null for never.
             */
            expires_at: string | null;
            /**
             * Format: date-time
             * @description The last use, to the minute.
             */
            last_used_at: string | null;
            /** @description Shown this once. */
            token: string;
            /** @description The address to enter in the directory beside the token. */
            base_url: string;
        };
        ScimUser: {
            schemas: string[];
            id: string;
            userName?: string;
            /** @description Whether they have access to the workspace. */
            active?: boolean;
            displayName?: string;
            externalId?: string;
            meta?: components["schemas"]["ScimMeta"];
        } & {
            [key: string]: unknown;
        };
        ScimUserInput: {
            userName: string;
            active?: boolean | null;
            displayName?: string | null;
            externalId?: string | null;
            schemas?: string[] | null;
        } & {
            [key: string]: unknown;
        };
        ScimUserList: {
            schemas: string[];
            totalResults: number;
            startIndex: number;
            itemsPerPage: number;
            Resources: components["schemas"]["ScimUser"][];
        };
        SecretList: {
            items: components["schemas"]["SecretResponse"][];
            next_cursor: string | null;
            total: number;
            /** @description Those that columns name and nobody has entered, or somebody has taken away: their rows are not asked. */
            missing: {
                name: string;
                /** @description The columns that name it. */
                used_by: {
                    workbook_id: string;
                    workbook: string;
                    column_id: string;
                    column: string;
                }[];
            }[];
        };
        SecretResponse: {
            name: string;
            /** Format: date-time */
            updated_at: string;
            /** @description The columns that name it. */
            used_by: {
                workbook_id: string;
                workbook: string;
                column_id: string;
                column: string;
            }[];
        };
        SecretUpdate: {
            /** @description Letters, digits, `_` and `-`, beginning with a letter. */
            name: string;
            /**
             * Format: password
             * @description Sealed before it is stored, and never given out again.
             */
            value: string;
        };
        Segmentation: {
            column_id: string;
            name: string;
            /** @enum {string} */
            kind: "value" | "country" | "company_size" | "email_domain";
            values: {
                value: string;
                rows: number;
            }[];
        };
        Session: {
            id: string;
            /**
             * Format: date-time
             * @description The login.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description The last login or refresh.
             */
            last_used_at: string;
            /**
             * Format: date-time
             * @description When it ends unless it is refreshed.
             */
            expires_at: string;
            user_agent: string | null;
            ip: string | null;
            /** @description Whether this request came with it. */
            current: boolean;
        };
        SessionList: {
            items: components["schemas"]["Session"][];
            /** @description Asks for the next page; null on the last. */
            next_cursor: string | null;
        };
        SettingRange: {
            minimum: number;
            maximum: number;
            default: number;
        };
        SimilarLeads: {
            items: {
                /**
                 * @description What they have in common: the first of the two that they share.
                 * @enum {string}
                 */
                match: "specialization" | "city";
                /** @description 0 to 1; more that agrees is more. */
                score: number;
                lead: components["schemas"]["Lead"];
            }[];
            next_cursor: null;
        };
        SimulateRequest: {
            /** @description Ids of steps of the column, some or all, in the order to try. Absent: its own order. */
            order?: string[] | null;
            /**
             * @description How many rows to go back, those that were asked for last.
             * @default 3000
             */
            rows?: number;
            /** @description Id of the column to tell rows apart by, or `none`. */
            segment?: string | null;
        };
        SimulateResponse: {
            column_id: string;
            /** @description The workspace practises: these are figures of made-up answers. */
            practice: boolean;
            /** @description How rows are told apart: by the column in whose parts the steps differ most, unless told otherwise. */
            segmentation: components["schemas"]["Segmentation"] | null;
            /** @description What is on record of these rows, whoever was asked in whatever order. */
            recorded: {
                rows: number;
                found: number;
                cost_usd: number;
            };
            simulation: components["schemas"]["Simulation"];
        };
        Simulation: {
            /** @description Ids of steps. */
            order: string[];
            /** @description Rows looked at. */
            rows: number;
            /** @description Rows that would have an accepted answer; of merged ones the share of their fields, of compared ones those on which enough agree. */
            found: number;
            /** @description Of the rows looked at. */
            found_share: number | null;
            /** @description Of all rows. */
            cost_usd: number;
            /** @description Null without rows. */
            cost_per_row_usd: number | null;
            /** @description Null when nothing would be found. */
            cost_per_found_usd: number | null;
            /** @description Rows on which all that would be asked is on record: no guess is in these. */
            replayed: {
                rows: number;
                found: number;
                cost_usd: number;
            };
            /** @description Rows on which somebody would be asked who was not: what is on record counts, the rest is expected by the part of the rows it is in. */
            expected: {
                rows: number;
                found: number;
                cost_usd: number;
            };
            by_step: {
                step_id: string;
                provider: string;
                label: string;
                asked: number;
                found: number;
                cost_usd: number;
            }[];
            /** @description Steps whose price nobody has set; what is expected of them costs nothing here. */
            unknown_prices: string[];
            /** @description The same in a sentence. */
            words: string;
        };
        SkippedPlace: {
            row_id: string | null;
            column_id: string | null;
            /** @description changed_since (somebody else wrote it meanwhile), delivered (what was sent stays sent), row_deleted, column_deleted, name_taken, not_sound (a circle), or locked (a locked view goes back only for who changed it). */
            reason: string;
            /** @description What it is called when it is neither a row nor a column. */
            name?: string;
        };
        /** @description Numbers come before text, and text is ordered without case by its first 100 characters; a list or an object by its JSON. Blank values are last in both directions, and rows that are equal stand in the order of the workbook. */
        Sort: {
            /**
             * @description A column id or one of $row_id, $position, $created_at, $updated_at, $lead_id, $source.
             * @example $position
             */
            field: string;
            /**
             * @description What of an enriched cell to order by, or `invalid`; `value` when absent.
             * @enum {string}
             */
            on?: "value" | "status" | "reason" | "error_class" | "provider" | "confidence" | "cost_usd" | "license" | "run_id" | "updated_at" | "invalid";
            /**
             * @default asc
             * @enum {string}
             */
            dir?: "asc" | "desc";
        };
        /** @description Numbers come before text, and text is ordered without case by its first 100 characters; a list or an object by its JSON. Blank values are last in both directions, and rows that are equal stand in the order of the workbook. */
        SortInput: {
            /**
             * @description A column id or one of $row_id, $position, $created_at, $updated_at, $lead_id, $source.
             * @example $position
             */
            field: string;
            on?: ("value" | "status" | "reason" | "error_class" | "provider" | "confidence" | "cost_usd" | "license" | "run_id" | "updated_at" | "invalid") | null;
            /**
             * @default asc
             * @enum {string}
             */
            dir?: "asc" | "desc";
        };
        Spending: {
            /** @description That cost something or may have. */
            calls: number;
            /** @description Settled. */
            spent_usd: number;
            /** @description For calls under way: the most they can cost. */
            reserved_usd: number;
            /** @description For calls that may have been billed: the most they can have cost. */
            uncertain_usd: number;
            /** @description Calls billed at a price that nobody knows; they are in no sum. */
            unpriced: number;
        };
        SpendingItem: {
            key: string | null;
            /** @description In words; null for what is gone. */
            name: string | null;
            /** @description That cost something or may have. */
            calls: number;
            /** @description Settled. */
            spent_usd: number;
            /** @description For calls under way: the most they can cost. */
            reserved_usd: number;
            /** @description For calls that may have been billed: the most they can have cost. */
            uncertain_usd: number;
            /** @description Calls billed at a price that nobody knows; they are in no sum. */
            unpriced: number;
        };
        SpendingList: {
            items: components["schemas"]["SpendingItem"][];
            /** @description Asks for the next page; null on the last. */
            next_cursor: string | null;
        };
        StreamTicket: {
            /** @description Send it as `GET /api/events?ticket=…`. */
            ticket: string;
            /** @description Seconds in which the stream has to begin. */
            expires_in: number;
        };
        SuggestRequest: {
            /**
             * @description How many rows to go back, those that were asked for last.
             * @default 3000
             */
            rows?: number;
            /** @description Id of the column to tell rows apart by, or `none`. */
            segment?: string | null;
        };
        Suggestion: {
            column_id: string;
            /** @description The workspace practises: these are figures of made-up answers. */
            practice: boolean;
            /** @description Rows that it follows from. */
            rows: number;
            /** @description Whether the order differs from the one of the column. */
            changed: boolean;
            /** @description Whether it finds as much for less, or more, on these rows. Nothing is changed by asking either way. */
            better: boolean;
            /** @description What there is to gain, in a sentence. */
            words: string;
            /** @description In the suggested order. */
            steps: {
                step_id: string;
                provider: string;
                label: string;
                /** @description From 1. */
                place_now: number;
                /** @description It can be asked at the moment. */
                ready: boolean;
                keyless: boolean;
                asked: number;
                accepted: number;
                /** @description The share to expect, leaning on what is known elsewhere while little is known here. */
                accept_expected: number;
                accept_low: number;
                accept_high: number;
                /** @description Null is an unknown price. */
                cost_per_call_usd: number | null;
                /** @description At the lowest share that may well be true; steps are in the order of this. */
                cost_per_accepted_usd: number | null;
                why: string;
            }[];
            now: components["schemas"]["Simulation"];
            suggested: components["schemas"]["Simulation"];
        };
        SystemState: {
            version: string;
            node: string;
            /** @description Of the process that answers. */
            role: string;
            /** @description Of the process that answers. */
            uptime_seconds: number;
            database: {
                /** @enum {string} */
                kind: "embedded" | "server";
                version: string;
                size_bytes: number;
                migrations: number;
                last_migration: string;
            };
            jobs: {
                /** @description Due and not taken yet. */
                waiting: number;
                working: number;
                /** @description For later. */
                planned: number;
                given_up: number;
                /** @description How long the first of them has been due; null when none is. */
                oldest_waiting_seconds: number | null;
            };
            runs: {
                queued: number;
                running: number;
                paused: number;
            };
            events: {
                /** @description Rung and not handed out yet. */
                waiting: number;
                /** @description Age of the oldest of them; null when none is. */
                lag_seconds: number | null;
            };
            /** @description Of DATA_DIR; with a database server, its own disk is not seen from here. */
            disk: {
                free_bytes: number;
                total_bytes: number;
            };
        };
        TestExpectation: {
            /** @description Null: nothing is to be answered. */
            value: unknown;
            /**
             * @description `exact`: the same, without regard to case and blanks around it; `contains`: the answer holds the text; `number`: within `tolerance`.
             * @default exact
             * @enum {string}
             */
            how: "exact" | "contains" | "number";
            /** @description How far off a number may be. Absent: nothing. */
            tolerance?: number;
        };
        TestExpectationInput: {
            /** @description Null: nothing is to be answered. */
            value: unknown;
            /**
             * @description `exact`: the same, without regard to case and blanks around it; `contains`: the answer holds the text; `number`: within `tolerance`.
             * @default exact
             * @enum {string}
             */
            how?: "exact" | "contains" | "number";
            /** @description How far off a number may be. Absent: nothing. */
            tolerance?: number | null;
        };
        Token: {
            /** @description Send it as `Authorization: Bearer …`. */
            access_token: string;
            /** @description Always `bearer`. */
            token_type: string;
            /** @description Good for one POST /auth/refresh. */
            refresh_token?: string;
            /** @description Seconds the access token is good for. */
            expires_in?: number;
        };
        TraceAttempt: {
            id: string;
            run_id: string | null;
            step_id: string;
            provider: string;
            /** @description What the catalogue calls the lookup. */
            label: string;
            /** @description `settled`, `reserved` (a call is under way) or `uncertain` (it may have been made and billed). */
            state: string;
            outcome: string | null;
            reason: string | null;
            detail: string | null;
            confidence: number | null;
            /** @description As the provider said; null where it is not on record. */
            verified: boolean | null;
            /** @description Of an answer in the run that filled the cell: whether it was good enough by the rule of the column and became the value. Null where several answers make the value, and of other runs. */
            accepted: boolean | null;
            cached: boolean;
            /** @description Null is unknown. */
            cost_usd: number | null;
            /** Format: date-time */
            started_at: string;
            duration_ms: number | null;
            /** @description What was sent, secrets masked. */
            request: unknown;
            /** @description What came back, secrets masked, long text cut. */
            response: unknown;
            /** @description Quotes and places that came with the answer; null without. */
            evidence: unknown;
            /** @description Somebody reported this answer as odd. */
            reported: boolean;
        };
        TriedAttempt: {
            step_id: string;
            provider: string;
            /** @description `accepted`, `unaccepted`, `not_found`, `skipped` or `failed`. */
            outcome: string;
            reason: string | null;
            detail: string | null;
            /** @description Answered from the cache, for nothing. */
            cached: boolean;
            /** @description Null is unknown. */
            cost_usd: number | null;
            duration_ms: number;
        };
        TriedRow: {
            row_id: string;
            position: number;
            /** @description The values asked with, by reference. */
            inputs: {
                [key: string]: unknown;
            };
            /** @description What the cell would become: `complete`, `unverified`, `not_found`, `skipped`, `throttled`, `budget_stopped` or `error`. `not_sent`: what an `output` column would deliver; trying never delivers. */
            status: string;
            /** @description What the cell would hold. */
            value: unknown;
            /** @description Every field of the answer. */
            fields: {
                [key: string]: unknown;
            } | null;
            reason: string | null;
            detail: string | null;
            /** @description Null is unknown. */
            cost_usd: number | null;
            duration_ms: number;
            /** @description What was sent, secrets masked. */
            request: unknown;
            /** @description What came back, secrets masked, long text cut. */
            response: unknown;
            /** @description Of an `http` column: the whole answer that its fields are read from. */
            answer: unknown;
            /** @description Of a column that asks lookups of the catalogue: its steps in order, also those that were not asked. */
            attempts: components["schemas"]["TriedAttempt"][];
        };
        UndoRequest: {
            /** @description An act of the list of activity. Without one: the newest of your own in this workbook. */
            change_id?: string | null;
            /** @description As the header Idempotency-Key. */
            idempotency_key?: string | null;
        };
        Undone: {
            change_id: string;
            /** @enum {string} */
            kind: "edit_cells" | "restore_cell" | "insert_rows" | "upsert_rows" | "delete_rows" | "add_columns" | "edit_column" | "delete_column" | "reorder_columns" | "apply_definition" | "set_identity" | "import" | "ingest" | "run";
            /** @description What was undone or redone, for a person. */
            words: string;
            /**
             * @description `undoing` and `redoing`: a large one, on its way in the background.
             * @enum {string}
             */
            state: "done" | "undoing" | "undone" | "redoing";
            /** @description Values put back. */
            cells: number;
            /** @description Rows put back or taken out. */
            rows: number;
            columns: number;
            /** @description Left as they are, the first 100. */
            skipped: components["schemas"]["SkippedPlace"][];
            skipped_count: number;
            more_skipped: boolean;
            /** @description What cannot be undone, in words. */
            note: string | null;
        };
        UsageItem: {
            /**
             * Format: date
             * @description Of UTC; null when days are added up.
             */
            day: string | null;
            /** @description Null when providers are added up. */
            provider: string | null;
            /** @description Asked without the cache: hits, misses and errors together. */
            calls: number;
            /** @description Calls that found something. */
            hits: number;
            /** @description Calls that answered cleanly that there is nothing. */
            misses: number;
            /** @description Calls that failed, or of which it is not known what came. */
            errors: number;
            /** @description Questions answered from the cache, without a call. */
            cached: number;
            /** @description Of the calls whose price is known. */
            cost_usd: number;
            /** @description Calls whose price is not known. */
            unpriced: number;
        };
        UsageList: {
            items: components["schemas"]["UsageItem"][];
            /** @description Asks for the next page; null on the last. */
            next_cursor: string | null;
        };
        UserCreate: {
            /** @description Unique without regard to case. */
            username: string;
            /** Format: password */
            password: string;
            /**
             * @default user
             * @enum {string}
             */
            role?: "user" | "admin";
            /** @default true */
            is_active?: boolean;
        };
        UserList: {
            items: components["schemas"]["UserResponse"][];
            /** @description Asks for the next page; null on the last. */
            next_cursor: string | null;
        };
        UserPassword: {
            /** Format: password */
            password: string;
        };
        UserResponse: {
            id: number;
            username: string;
            is_active: boolean;
            is_admin: boolean;
            /**
             * @description `user` or `admin`: the role on the platform, not in a workspace.
             * @default user
             */
            role?: string;
            /**
             * Format: date-time
             * @description When the account was made.
             */
            created_at?: string | null;
            /**
             * Format: date-time
             * @description The last successful login.
             */
            last_login?: string | null;
            profile_image?: string | null;
        };
        UserRole: {
            /** @enum {string} */
            role: "user" | "admin";
        };
        UserUpdate: {
            /** @description Unique without regard to case. */
            username?: string | null;
            /** @description An https address, or a PNG, JPEG, GIF or WebP of at most 100 KB as `data:image/…;base64,…`; null takes it away. */
            profile_image?: string | null;
            is_active?: boolean | null;
        };
        ValidationError: {
            /** @description Where: `path`, `query`, `header` or `body`, then names and indexes. */
            loc: (string | number)[];
            msg: string;
            /** @description A fixed word of the Pydantic v2 vocabulary, for example `missing`. */
            type: string;
            /** @description What was sent there; left out when large or secret. */
            input?: unknown;
            /** @description The bounds of the rule, for example `min_length`. */
            ctx?: {
                [key: string]: unknown;
            };
        };
        ValueList: {
            items: string[];
            next_cursor: string | null;
        };
        /** @description A lookup that is asked about every value found that is not verified yet. Its verdict decides: an invalid value is never kept. */
        VerifierInput: {
            /** @description Id of a lookup in the catalogue that verifies values. */
            provider: string;
            /**
             * @description The input that takes the found value.
             * @default email
             */
            input?: string;
        };
        /** @description Rows that match get a colour; the first rule that matches counts. */
        ViewColourRule: {
            filter: components["schemas"]["Filter"];
            /** @description A colour by name or as #rrggbb. */
            colour: string;
            /** @description The cells to colour. Absent: the whole row. */
            column_id?: string;
        };
        /** @description Rows that match get a colour; the first rule that matches counts. */
        ViewColourRuleInput: {
            filter: components["schemas"]["FilterInput"];
            /** @description A colour by name or as #rrggbb. */
            colour: string;
            /** @description The cells to colour. Absent: the whole row. */
            column_id?: string | null;
        };
        /** @description Without a scope it is personal. */
        ViewCreate: {
            name: string;
            scope?: ("personal" | "shared" | "locked") | null;
            filter?: components["schemas"]["FilterInput"] | null;
            /** @description Only rows that hold this text in some value, literally and without case. */
            search?: string | null;
            /** @description The first decides, the next one among equals. Empty or absent: the order of the workbook. */
            sort?: components["schemas"]["SortInput"][] | null;
            group?: components["schemas"]["SortInput"] | null;
            /** @description What the groups are grouped by in turn, the outer one first. Counts only together with `group`. */
            subgroups?: components["schemas"]["SortInput"][] | null;
            /** @description Columns in the order of the view; the others follow as in the workbook. */
            column_order?: string[] | null;
            /** @description Columns that are not shown. */
            hidden?: string[] | null;
            /** @description Columns that stay in sight at the left. */
            pinned?: string[] | null;
            /** @description Pixels by column id. */
            widths?: {
                [key: string]: number;
            } | null;
            row_height?: ("short" | "medium" | "tall" | "extra_tall") | null;
            colour_rules?: components["schemas"]["ViewColourRuleInput"][] | null;
        };
        /** @description The copy is personal. Without a name it is called as the view with "copy" behind. */
        ViewDuplicateInput: {
            name?: string | null;
        };
        /** @description What is absent stays; a filter, a search or a group of null is taken away. */
        ViewUpdate: {
            name?: string | null;
            scope?: ("personal" | "shared" | "locked") | null;
            filter?: components["schemas"]["FilterInput"] | null;
            /** @description Only rows that hold this text in some value, literally and without case. */
            search?: string | null;
            /** @description The first decides, the next one among equals. Empty or absent: the order of the workbook. */
            sort?: components["schemas"]["SortInput"][] | null;
            group?: components["schemas"]["SortInput"] | null;
            /** @description What the groups are grouped by in turn, the outer one first. Counts only together with `group`. */
            subgroups?: components["schemas"]["SortInput"][] | null;
            /** @description Columns in the order of the view; the others follow as in the workbook. */
            column_order?: string[] | null;
            /** @description Columns that are not shown. */
            hidden?: string[] | null;
            /** @description Columns that stay in sight at the left. */
            pinned?: string[] | null;
            /** @description Pixels by column id. */
            widths?: {
                [key: string]: number;
            } | null;
            row_height?: ("short" | "medium" | "tall" | "extra_tall") | null;
            colour_rules?: components["schemas"]["ViewColourRuleInput"][] | null;
        };
        WaterfallStepInput: {
            /** @description Unique in the column. Absent: made from the provider. */
            id?: string | null;
            /** @description Id of a lookup in the catalogue. */
            provider: string;
            /** @description A template per input of the lookup, by input name. */
            inputs: {
                [key: string]: string;
            };
            accept?: components["schemas"]["AcceptRule"] | null;
            verify?: components["schemas"]["VerifierInput"] | null;
            /** @description False leaves the step out of every run. Absent: true. */
            enabled?: boolean | null;
        };
        WorkList: {
            items: components["schemas"]["WorkUnderWay"][];
            /** @description Asks for the next page; null on the last. */
            next_cursor: string | null;
        };
        WorkUnderWay: {
            /** @description The `change_id`, `import_id` or `export_id`; else its own. */
            id: string;
            /**
             * @description `walk`: over all rows, as for a new type; `compute`: formulas and lookups of other workbooks.
             * @enum {string}
             */
            kind: "undo" | "redo" | "import" | "export" | "walk" | "compute";
            workbook_id: string;
            /** @description What is done, for a person. */
            words: string;
            /** @description Rows or values so far. */
            done: number | null;
            /** @description Of so many; null when that is not known. */
            total: number | null;
            can_cancel: boolean;
            /** Format: date-time */
            started_at: string;
        };
        WorkbookActivity: {
            /** @description The `change_id`; of a run its id, of an import its `import_id`. */
            id: string;
            /** @enum {string} */
            kind: "edit_cells" | "restore_cell" | "insert_rows" | "upsert_rows" | "delete_rows" | "add_columns" | "edit_column" | "delete_column" | "reorder_columns" | "apply_definition" | "set_identity" | "import" | "ingest" | "run";
            /** @description What was done, for a person. */
            words: string;
            /**
             * @description `undoing` and `redoing`: a large one, on its way in the background.
             * @enum {string}
             */
            state: "done" | "undoing" | "undone" | "redoing";
            /** @description Null: the service itself. */
            actor: {
                kind: string;
                user_id: number | null;
                name: string;
            } | null;
            counts: {
                rows?: number;
                cells?: number;
                columns?: number;
                created?: number;
                updated?: number;
            };
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            undone_at: string | null;
            can_undo: boolean;
            can_redo: boolean;
            /** @description What has been put back so far. */
            progress: {
                cells: number;
                rows: number;
            } | null;
            /** @description What the last undo or redo left alone; the first 100. */
            skipped: components["schemas"]["SkippedPlace"][];
            skipped_count: number;
        };
        WorkbookActivityList: {
            items: components["schemas"]["WorkbookActivity"][];
            /** @description Asks for the next page; null on the last. */
            next_cursor: string | null;
        };
        WorkbookBudgetInput: {
            /** @description The most that may be spent on this workbook in all, in US dollars; null is no limit. */
            max_usd: number | null;
            /**
             * @description Whether calls whose price nobody knows may be made under it all the same. They are in no sum.
             * @default false
             */
            allow_unknown_prices?: boolean;
        };
        /** @description A column; the members beside the named ones depend on its type (see `NewColumn`). */
        WorkbookColumn: {
            /** @description Short and unique in the workbook; the key of `data` and `enrichments`. */
            id: string;
            name: string;
            /** @description One of `GET /api/meta/column-types`. */
            type: string;
            /** @description Pixels. */
            width?: number;
            hidden?: boolean;
            pinned?: boolean;
            /** @description Number of cells by status. A row without a cell is not counted: it is pending. */
            stats?: {
                [key: string]: number;
            };
            /** @description Computing it was stopped: some values are not up to date. `POST …/compute` goes on. */
            behind?: boolean;
        } & {
            [key: string]: unknown;
        };
        WorkbookCopyInput: {
            /** @description Absent: with “copy” behind. */
            name?: string | null;
            /**
             * @description With the rows and their values, those that were found too; a large workbook fills in the background.
             * @default true
             */
            rows?: boolean;
        };
        WorkbookCost: {
            workbook_id: string;
            /** @description Its budget in all; null without one. */
            max_usd: number | null;
            total: components["schemas"]["Spending"];
            today: components["schemas"]["Spending"];
            month: components["schemas"]["Spending"];
            by_provider: components["schemas"]["SpendingItem"][];
            by_column: components["schemas"]["SpendingItem"][];
            by_user: components["schemas"]["SpendingItem"][];
            /** @description Of the workbook and of its columns. */
            budgets: components["schemas"]["Budget"][];
        };
        WorkbookCreate: {
            name: string;
            /** @default  */
            description?: string;
            /**
             * @description `leads`: its rows are leads of the store, read from there in the same shape, until the first write to the workbook makes them its own as they are then. Its columns show the fields that their names mean; without `columns_config` the usual ones are made.
             * @default empty
             * @enum {string}
             */
            source_type?: "empty" | "csv" | "leads";
            /** @description With `source_type` `leads`: which of them. Absent: all. Fields are called by their names. Of more than 100,000 the rows come in the background. */
            leads?: {
                filter?: components["schemas"]["FilterInput"] | null;
                search?: string | null;
                lead_ids?: number[] | null;
            } | null;
            /**
             * @description Rows and leads are kept alike, within moments: a row is linked to the lead that its values identify, or makes one; what the other side lacks is filled in; from then on a value that is changed on one side is taken over on the other, in columns whose names mean a field. Blanks clear nothing. Values found by providers go to the lead with their source.
             * @default false
             */
            sync_to_leads?: boolean;
            /** @description The columns to begin with. */
            columns_config?: components["schemas"]["NewColumnInput"][] | null;
            /** @description In place of `columns_config`: what `GET …/definition` gave, as text or as an object. The name is the one above. */
            definition?: unknown;
        };
        WorkbookFoundRows: {
            items: components["schemas"]["WorkbookLeadRow"][];
            next_cursor: string | null;
            /** @description True when looking for rows was broken off because it took longer than somebody likes to wait: there may be fewer than asked for, or none, and `next_cursor` goes on behind the last row that was looked at. */
            is_partial?: boolean;
            /** @description Rows that answer the question; null when that is not known without counting. */
            query_total_rows: number | null;
            /** @description What of the view no longer counts, such as a condition on a deleted column. */
            warnings?: string[];
            /**
             * @description With a view: `ready` when its rows are kept in order, `building` while they are being put in order and still come from looking through the workbook, `none` where that is not needed or there are too many views.
             * @enum {string}
             */
            index?: "none" | "building" | "ready";
        };
        WorkbookIdentity: {
            /** @description Null: rows are not recognised. */
            columns: components["schemas"]["IdentityColumn"][] | null;
            /**
             * @description `building`: the rows that were there before are being looked through. Writing goes on; what has to recognise rows (imports by this identity, ingest, `dedupe`) is asked to wait.
             * @enum {string}
             */
            state: "none" | "ready" | "building";
            /** @description Rows looked through so far, while building. */
            done_rows: number | null;
            total_rows: number;
        };
        WorkbookIdentityPreview: {
            /** @description Rows looked at, from the first on. */
            checked_rows: number;
            total_rows: number;
            /** @description False: the workbook has more rows than were looked at. */
            complete: boolean;
            /** @description Rows with an identity. */
            recognised: number;
            /** @description Rows without one: a column is blank or holds nothing of the kind. */
            blank: number;
            /** @description Identities that several rows have. */
            duplicate_groups: number;
            /** @description Rows whose identity an earlier row has. They stay; only the earlier one is found. */
            duplicate_rows: number;
            /** @description The first groups of rows that would be the same. */
            samples: {
                /** @description The first few. */
                rows: {
                    row_id: string;
                    position: number;
                    /** @description In the order of the columns asked about. */
                    values: unknown[];
                }[];
                /** @description How many rows share this identity. */
                count: number;
            }[];
        };
        WorkbookIdentityTriedInput: {
            /** @description Two rows are the same when they agree in all of these. A row with one of them blank is like no other. */
            columns: components["schemas"]["IdentityColumnInput"][];
        };
        WorkbookIdentityWantedInput: {
            /** @description Null: rows are not recognised, and every row that comes is added. */
            columns: components["schemas"]["IdentityColumnInput"][] | null;
        };
        WorkbookLeadRow: {
            row_id: string;
            /** @description The order of rows; not dense. */
            position: number;
            /** @description The row's own values by column id. */
            data: {
                [key: string]: unknown;
            };
            /** @description Computed cells by column id; a column that never ran on this row has none. */
            enrichments: {
                [key: string]: components["schemas"]["EnrichmentOverlay"];
            };
            /** @description The linked record of the lead store, or the values of `data` under lead-field names (company, domain, website, email, phone, contact_person, contact_title, city, state, country …), found by column name and type. */
            lead: {
                [key: string]: unknown;
            };
            /** @description Values of `data` that do not fit the type of their column, by column id, with the reason: not_a_number, not_a_date, not_yes_or_no, not_an_email, not_a_url, not_a_phone, not_a_choice, not_json. They are kept as they came. Absent when all fit. */
            invalid?: {
                [key: string]: string;
            };
            lead_id: number | null;
            entity_id: number | null;
            /** @description Where the row came from: provider, record_id, fetched_at. */
            source: {
                [key: string]: unknown;
            } | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        WorkbookList: {
            items: components["schemas"]["WorkbookResponse"][];
            /** @description Asks for the next page; null on the last. */
            next_cursor: string | null;
            total: number;
        };
        WorkbookResponse: {
            id: string;
            name: string;
            description: string;
            /** @description `draft`, `running`, `paused` or `complete`. */
            status: string;
            columns_config: components["schemas"]["WorkbookColumn"][];
            total_rows: number;
            /** @description Rows whose every enriched column has ended in a value, a miss or a skip; 0 without such columns. */
            completed_rows: number;
            /** @description `empty`, `csv` or `leads`. */
            source_type?: string;
            sync_to_leads?: boolean;
            /** Format: date-time */
            created_at?: string;
            /** Format: date-time */
            updated_at?: string;
        };
        WorkbookRowsWritten: {
            /** @description Each row once, in the order of the workbook; none when `return` is `minimal`. */
            items: components["schemas"]["WorkbookLeadRow"][];
            /** @description What to undo this by; null: nothing was changed. */
            change_id: string | null;
            /** @description Of added rows: what became of each, in the order of the request. */
            outcomes?: {
                row_id: string;
                /** @enum {string} */
                outcome: "created" | "updated" | "unchanged";
            }[];
        };
        /** @description What is absent stays. */
        WorkbookUpdate: {
            name?: string | null;
            description?: string | null;
            /** @description Rows and leads are kept alike, within moments: a row is linked to the lead that its values identify, or makes one; what the other side lacks is filled in; from then on a value that is changed on one side is taken over on the other, in columns whose names mean a field. Blanks clear nothing. Values found by providers go to the lead with their source. */
            sync_to_leads?: boolean | null;
        };
        WorkbookView: {
            id: string;
            name: string;
            /**
             * @description `personal`: only its maker sees it. `shared`: everyone sees it, whoever may edit the workbook may change it. `locked`: everyone sees it, its maker and admins may change it.
             * @enum {string}
             */
            scope: "personal" | "shared" | "locked";
            /** @description The user who made it. */
            made_by: number | null;
            filter?: components["schemas"]["Filter"] | null;
            /** @description Only rows that hold this text in some value, literally and without case. */
            search?: string | null;
            /** @description The first decides, the next one among equals. Empty or absent: the order of the workbook. */
            sort?: components["schemas"]["Sort"][];
            group?: components["schemas"]["Sort"] | null;
            /** @description What the groups are grouped by in turn, the outer one first. Counts only together with `group`. */
            subgroups?: components["schemas"]["Sort"][];
            /** @description Columns in the order of the view; the others follow as in the workbook. */
            column_order?: string[];
            /** @description Columns that are not shown. */
            hidden?: string[];
            /** @description Columns that stay in sight at the left. */
            pinned?: string[];
            /** @description Pixels by column id. */
            widths?: {
                [key: string]: number;
            };
            /** @enum {string} */
            row_height?: "short" | "medium" | "tall" | "extra_tall";
            colour_rules?: components["schemas"]["ViewColourRule"][];
            /** @description What of the view no longer counts, such as a condition on a column that was deleted. */
            warnings: string[];
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        WorkbookViewList: {
            items: components["schemas"]["WorkbookView"][];
            /** @description Always null: there are few. */
            next_cursor: string | null;
        };
        WorkbookWithLeadsResponse: {
            workbook: components["schemas"]["WorkbookResponse"];
            rows: components["schemas"]["WorkbookLeadRow"][];
            page: number;
            page_size: number;
            total_rows: number;
            has_more?: boolean;
            next_cursor?: string | null;
            /** @description True when looking for rows was broken off because it took longer than somebody likes to wait: there may be fewer than asked for, or none, and `next_cursor` goes on behind the last row that was looked at. */
            is_partial?: boolean;
            /** @description Rows that match; null when that is not known without counting. */
            query_total_rows?: number | null;
            /** @description What of the view no longer counts, such as a condition on a deleted column. */
            warnings?: string[];
            /**
             * @description With a view: `ready` when its rows are kept in order, `building` while they are being put in order and still come from looking through the workbook, `none` where that is not needed or there are too many views.
             * @enum {string}
             */
            index?: "none" | "building" | "ready";
        };
        WorkspaceCreate: {
            name: string;
            /** @default  */
            description?: string;
            /** @default 🏢 */
            icon?: string;
        };
        WorkspaceList: {
            items: components["schemas"]["WorkspaceResponse"][];
            /** @description Asks for the next page; null on the last. */
            next_cursor: string | null;
            total: number;
        };
        WorkspaceResponse: {
            id: string;
            name: string;
            slug: string;
            description: string;
            icon: string;
            /** @description The caller's role: owner, admin, editor, member or viewer. */
            role: string;
            is_default: boolean;
            /** @description Whether requests without `x-workspace-id` act here. */
            is_active: boolean;
            member_count: number;
            workbook_count: number;
            /** @description Leads in the store. */
            lead_count: number;
            /** Format: date-time */
            created_at: string;
        };
        WorkspaceUpdate: {
            name?: string | null;
            description?: string | null;
            icon?: string | null;
        };
    };
    responses: {
        /** @description The request cannot be read or is not possible. */
        BadRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description No token, or one that is wrong, expired, revoked or of another kind. */
        Unauthenticated: {
            headers: {
                /** @description Always `Bearer`. */
                "WWW-Authenticate"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The role is too low for this. */
        Forbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description No such object; the same for an object of another workspace. */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The state of the object does not allow this now. */
        Conflict: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The body has too many bytes or rows. */
        TooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The media type of the body is not supported. */
        UnsupportedMediaType: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description Some part of the request is not valid; all faults are listed. */
        Invalid: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["HTTPValidationError"];
            };
        };
        /** @description The rate limit is exceeded; nothing was done. */
        RateLimited: {
            headers: {
                /** @description Seconds until another try makes sense. */
                "Retry-After"?: number;
                /** @description The limit, as in the IETF draft. */
                "RateLimit-Policy"?: string;
                /** @description What is left of it, as in the IETF draft. */
                RateLimit?: string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description A fault of the service; the log has the request id. */
        InternalError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The service cannot work just now, for example without its database. */
        Unavailable: {
            headers: {
                /** @description Seconds until another try makes sense. */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The request cannot be read or is not possible. */
        ScimBadRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/scim+json": components["schemas"]["ScimError"];
            };
        };
        /** @description No token, or one that is wrong, expired, revoked or of another kind. */
        ScimUnauthenticated: {
            headers: {
                /** @description Always `Bearer`. */
                "WWW-Authenticate"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/scim+json": components["schemas"]["ScimError"];
            };
        };
        /** @description The role is too low for this. */
        ScimForbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/scim+json": components["schemas"]["ScimError"];
            };
        };
        /** @description No such object; the same for an object of another workspace. */
        ScimNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/scim+json": components["schemas"]["ScimError"];
            };
        };
        /** @description The state of the object does not allow this now. */
        ScimConflict: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/scim+json": components["schemas"]["ScimError"];
            };
        };
        /** @description The object is not in the version that `If-Match` names. */
        ScimPreconditionFailed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/scim+json": components["schemas"]["ScimError"];
            };
        };
        /** @description The body has too many bytes or rows. */
        ScimTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/scim+json": components["schemas"]["ScimError"];
            };
        };
        /** @description The media type of the body is not supported. */
        ScimUnsupportedMediaType: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/scim+json": components["schemas"]["ScimError"];
            };
        };
        /** @description Some part of the request is not valid; all faults are listed. */
        ScimInvalid: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/scim+json": components["schemas"]["HTTPValidationError"];
            };
        };
        /** @description The rate limit is exceeded; nothing was done. */
        ScimRateLimited: {
            headers: {
                /** @description Seconds until another try makes sense. */
                "Retry-After"?: number;
                /** @description The limit, as in the IETF draft. */
                "RateLimit-Policy"?: string;
                /** @description What is left of it, as in the IETF draft. */
                RateLimit?: string;
                [name: string]: unknown;
            };
            content: {
                "application/scim+json": components["schemas"]["ScimError"];
            };
        };
        /** @description A fault of the service; the log has the request id. */
        ScimInternalError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/scim+json": components["schemas"]["ScimError"];
            };
        };
        /** @description The service cannot work just now, for example without its database. */
        ScimUnavailable: {
            headers: {
                /** @description Seconds until another try makes sense. */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/scim+json": components["schemas"]["ScimError"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
};
export type $defs = Record<string, never>;
export interface operations {
    login: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["LoginForm"];
                "multipart/form-data": components["schemas"]["LoginForm"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Token"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    refresh_token: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RefreshRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Token"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    logout: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthenticated"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    get_me: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserResponse"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    logout_all: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthenticated"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    list_sessions: {
        parameters: {
            query?: {
                /** @description Items on a page. */
                limit?: number;
                /** @description The `next_cursor` of the page before; the first page without it. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionList"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    end_session: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    create_stream_ticket: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StreamTicket"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    list_users: {
        parameters: {
            query?: {
                /** @description Items on a page. */
                limit?: number;
                /** @description The `next_cursor` of the page before; the first page without it. */
                cursor?: string;
            };
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberUserList"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    get_own_user: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserResponse"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    update_own_user: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ProfileUpdate"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserResponse"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    change_own_password: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordChange"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasswordChanged"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    admin_list_users: {
        parameters: {
            query?: {
                /** @description Items on a page. */
                limit?: number;
                /** @description The `next_cursor` of the page before; the first page without it. */
                cursor?: string;
                /** @description Only names that hold this text. */
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserList"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    admin_create_user: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserCreate"];
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserResponse"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    admin_get_user: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                user_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    admin_delete_user: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                user_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    admin_update_user: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                user_id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UserUpdate"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    admin_set_password: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                user_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserPassword"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    admin_set_role: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                user_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserRole"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    list_audit: {
        parameters: {
            query?: {
                /** @description Only acts of this user (by number) or of this token (by id). */
                actor?: string;
                /** @description Only acts that begin so: `member.` takes all about members. */
                act?: string;
                /** @description Only what was done to this kind of thing. */
                object_type?: string;
                /** @description Only what was done to this one. */
                object_id?: string;
                /** @description Not before this time. */
                from?: string;
                /** @description Before this time. */
                to?: string;
                /** @description Only what this request did. */
                request_id?: string;
                /** @description Items on a page. */
                limit?: number;
                /** @description The `next_cursor` of the page before; the first page without it. */
                cursor?: string;
            };
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditList"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    admin_list_audit: {
        parameters: {
            query?: {
                /** @description Only acts of this user (by number) or of this token (by id). */
                actor?: string;
                /** @description Only acts that begin so: `member.` takes all about members. */
                act?: string;
                /** @description Only what was done to this kind of thing. */
                object_type?: string;
                /** @description Only what was done to this one. */
                object_id?: string;
                /** @description Not before this time. */
                from?: string;
                /** @description Before this time. */
                to?: string;
                /** @description Only what this request did. */
                request_id?: string;
                /** @description Items on a page. */
                limit?: number;
                /** @description The `next_cursor` of the page before; the first page without it. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditList"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    export_audit_csv: {
        parameters: {
            query?: {
                /** @description Only acts of this user (by number) or of this token (by id). */
                actor?: string;
                /** @description Only acts that begin so: `member.` takes all about members. */
                act?: string;
                /** @description Only what was done to this kind of thing. */
                object_type?: string;
                /** @description Only what was done to this one. */
                object_id?: string;
                /** @description Not before this time. */
                from?: string;
                /** @description Before this time. */
                to?: string;
                /** @description Only what this request did. */
                request_id?: string;
            };
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    admin_export_audit_csv: {
        parameters: {
            query?: {
                /** @description Only acts of this user (by number) or of this token (by id). */
                actor?: string;
                /** @description Only acts that begin so: `member.` takes all about members. */
                act?: string;
                /** @description Only what was done to this kind of thing. */
                object_type?: string;
                /** @description Only what was done to this one. */
                object_id?: string;
                /** @description Not before this time. */
                from?: string;
                /** @description Before this time. */
                to?: string;
                /** @description Only what this request did. */
                request_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    export_audit_jsonl: {
        parameters: {
            query?: {
                /** @description Only acts of this user (by number) or of this token (by id). */
                actor?: string;
                /** @description Only acts that begin so: `member.` takes all about members. */
                act?: string;
                /** @description Only what was done to this kind of thing. */
                object_type?: string;
                /** @description Only what was done to this one. */
                object_id?: string;
                /** @description Not before this time. */
                from?: string;
                /** @description Before this time. */
                to?: string;
                /** @description Only what this request did. */
                request_id?: string;
            };
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/jsonl": string;
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    admin_export_audit_jsonl: {
        parameters: {
            query?: {
                /** @description Only acts of this user (by number) or of this token (by id). */
                actor?: string;
                /** @description Only acts that begin so: `member.` takes all about members. */
                act?: string;
                /** @description Only what was done to this kind of thing. */
                object_type?: string;
                /** @description Only what was done to this one. */
                object_id?: string;
                /** @description Not before this time. */
                from?: string;
                /** @description Before this time. */
                to?: string;
                /** @description Only what this request did. */
                request_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/jsonl": string;
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    list_workspaces: {
        parameters: {
            query?: {
                /** @description Items on a page. */
                limit?: number;
                /** @description The `next_cursor` of the page before; the first page without it. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkspaceList"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    create_workspace: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat for 7 days: the same key with the same request gets the first answer, with the header `Idempotent-Replay: true`; with another request 422; while the first is under way 409. A member `idempotency_key` of the body does the same. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WorkspaceCreate"];
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkspaceResponse"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    get_workspace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ws_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkspaceResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    delete_workspace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ws_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    update_workspace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ws_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["WorkspaceUpdate"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkspaceResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    switch_workspace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ws_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkspaceResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    list_members: {
        parameters: {
            query?: {
                /** @description Items on a page. */
                limit?: number;
                /** @description The `next_cursor` of the page before; the first page without it. */
                cursor?: string;
            };
            header?: never;
            path: {
                ws_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    add_member: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat for 7 days: the same key with the same request gets the first answer, with the header `Idempotent-Replay: true`; with another request 422; while the first is under way 409. A member `idempotency_key` of the body does the same. */
                "idempotency-key"?: string;
            };
            path: {
                ws_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["MemberAddInput"];
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    remove_member: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ws_id: string;
                user_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    set_member_role: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ws_id: string;
                user_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MemberRole"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    leave_workspace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ws_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    transfer_workspace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ws_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OwnershipTransferInput"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkspaceResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    list_invitations: {
        parameters: {
            query?: {
                /** @description Items on a page. */
                limit?: number;
                /** @description The `next_cursor` of the page before; the first page without it. */
                cursor?: string;
            };
            header?: never;
            path: {
                ws_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitationList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    create_invitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ws_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["InvitationCreate"];
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitationCreated"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    delete_invitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ws_id: string;
                invitation_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    preview_invitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitationPreview"];
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    accept_invitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["InvitationAcceptInput"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitationAccepted"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    scim_list_users: {
        parameters: {
            query?: {
                /** @description A filter of RFC 7644, for example `userName eq "ada"`. */
                filter?: string;
                /** @description The first result, counted from 1. */
                startIndex?: number;
                /** @description How many results at most; 100 unless told, never more than 200. */
                count?: number;
                /** @description Only these attributes, separated by commas. */
                attributes?: string;
                /** @description All but these attributes, separated by commas. */
                excludedAttributes?: string;
            };
            header?: never;
            path: {
                workspace_slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimUserList"];
                };
            };
            400: components["responses"]["ScimBadRequest"];
            401: components["responses"]["ScimUnauthenticated"];
            404: components["responses"]["ScimNotFound"];
            422: components["responses"]["ScimInvalid"];
            429: components["responses"]["ScimRateLimited"];
            500: components["responses"]["ScimInternalError"];
            503: components["responses"]["ScimUnavailable"];
        };
    };
    scim_create_user: {
        parameters: {
            query?: {
                /** @description Only these attributes, separated by commas. */
                attributes?: string;
                /** @description All but these attributes, separated by commas. */
                excludedAttributes?: string;
            };
            header?: never;
            path: {
                workspace_slug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/scim+json": components["schemas"]["ScimUserInput"];
                "application/json": components["schemas"]["ScimUserInput"];
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimUser"];
                };
            };
            400: components["responses"]["ScimBadRequest"];
            401: components["responses"]["ScimUnauthenticated"];
            404: components["responses"]["ScimNotFound"];
            409: components["responses"]["ScimConflict"];
            413: components["responses"]["ScimTooLarge"];
            415: components["responses"]["ScimUnsupportedMediaType"];
            422: components["responses"]["ScimInvalid"];
            429: components["responses"]["ScimRateLimited"];
            500: components["responses"]["ScimInternalError"];
            503: components["responses"]["ScimUnavailable"];
        };
    };
    scim_get_user: {
        parameters: {
            query?: {
                /** @description Only these attributes, separated by commas. */
                attributes?: string;
                /** @description All but these attributes, separated by commas. */
                excludedAttributes?: string;
            };
            header?: never;
            path: {
                workspace_slug: string;
                scim_user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimUser"];
                };
            };
            /** @description Not changed since the version the caller holds */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ScimBadRequest"];
            401: components["responses"]["ScimUnauthenticated"];
            404: components["responses"]["ScimNotFound"];
            422: components["responses"]["ScimInvalid"];
            429: components["responses"]["ScimRateLimited"];
            500: components["responses"]["ScimInternalError"];
            503: components["responses"]["ScimUnavailable"];
        };
    };
    scim_replace_user: {
        parameters: {
            query?: {
                /** @description Only these attributes, separated by commas. */
                attributes?: string;
                /** @description All but these attributes, separated by commas. */
                excludedAttributes?: string;
            };
            header?: never;
            path: {
                workspace_slug: string;
                scim_user_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/scim+json": components["schemas"]["ScimUserInput"];
                "application/json": components["schemas"]["ScimUserInput"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimUser"];
                };
            };
            400: components["responses"]["ScimBadRequest"];
            401: components["responses"]["ScimUnauthenticated"];
            404: components["responses"]["ScimNotFound"];
            409: components["responses"]["ScimConflict"];
            412: components["responses"]["ScimPreconditionFailed"];
            413: components["responses"]["ScimTooLarge"];
            415: components["responses"]["ScimUnsupportedMediaType"];
            422: components["responses"]["ScimInvalid"];
            429: components["responses"]["ScimRateLimited"];
            500: components["responses"]["ScimInternalError"];
            503: components["responses"]["ScimUnavailable"];
        };
    };
    scim_delete_user: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspace_slug: string;
                scim_user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ScimBadRequest"];
            401: components["responses"]["ScimUnauthenticated"];
            404: components["responses"]["ScimNotFound"];
            409: components["responses"]["ScimConflict"];
            412: components["responses"]["ScimPreconditionFailed"];
            422: components["responses"]["ScimInvalid"];
            429: components["responses"]["ScimRateLimited"];
            500: components["responses"]["ScimInternalError"];
            503: components["responses"]["ScimUnavailable"];
        };
    };
    scim_patch_user: {
        parameters: {
            query?: {
                /** @description Only these attributes, separated by commas. */
                attributes?: string;
                /** @description All but these attributes, separated by commas. */
                excludedAttributes?: string;
            };
            header?: never;
            path: {
                workspace_slug: string;
                scim_user_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/scim+json": components["schemas"]["ScimPatchInput"];
                "application/json": components["schemas"]["ScimPatchInput"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimUser"];
                };
            };
            400: components["responses"]["ScimBadRequest"];
            401: components["responses"]["ScimUnauthenticated"];
            404: components["responses"]["ScimNotFound"];
            409: components["responses"]["ScimConflict"];
            412: components["responses"]["ScimPreconditionFailed"];
            413: components["responses"]["ScimTooLarge"];
            415: components["responses"]["ScimUnsupportedMediaType"];
            422: components["responses"]["ScimInvalid"];
            429: components["responses"]["ScimRateLimited"];
            500: components["responses"]["ScimInternalError"];
            503: components["responses"]["ScimUnavailable"];
        };
    };
    scim_list_groups: {
        parameters: {
            query?: {
                /** @description A filter of RFC 7644, for example `userName eq "ada"`. */
                filter?: string;
                /** @description The first result, counted from 1. */
                startIndex?: number;
                /** @description How many results at most; 100 unless told, never more than 200. */
                count?: number;
                /** @description Only these attributes, separated by commas. */
                attributes?: string;
                /** @description All but these attributes, separated by commas. */
                excludedAttributes?: string;
            };
            header?: never;
            path: {
                workspace_slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimGroupList"];
                };
            };
            400: components["responses"]["ScimBadRequest"];
            401: components["responses"]["ScimUnauthenticated"];
            404: components["responses"]["ScimNotFound"];
            422: components["responses"]["ScimInvalid"];
            429: components["responses"]["ScimRateLimited"];
            500: components["responses"]["ScimInternalError"];
            503: components["responses"]["ScimUnavailable"];
        };
    };
    scim_create_group: {
        parameters: {
            query?: {
                /** @description Only these attributes, separated by commas. */
                attributes?: string;
                /** @description All but these attributes, separated by commas. */
                excludedAttributes?: string;
            };
            header?: never;
            path: {
                workspace_slug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/scim+json": components["schemas"]["ScimGroupInput"];
                "application/json": components["schemas"]["ScimGroupInput"];
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimGroup"];
                };
            };
            400: components["responses"]["ScimBadRequest"];
            401: components["responses"]["ScimUnauthenticated"];
            404: components["responses"]["ScimNotFound"];
            409: components["responses"]["ScimConflict"];
            413: components["responses"]["ScimTooLarge"];
            415: components["responses"]["ScimUnsupportedMediaType"];
            422: components["responses"]["ScimInvalid"];
            429: components["responses"]["ScimRateLimited"];
            500: components["responses"]["ScimInternalError"];
            503: components["responses"]["ScimUnavailable"];
        };
    };
    scim_get_group: {
        parameters: {
            query?: {
                /** @description Only these attributes, separated by commas. */
                attributes?: string;
                /** @description All but these attributes, separated by commas. */
                excludedAttributes?: string;
            };
            header?: never;
            path: {
                workspace_slug: string;
                scim_group_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimGroup"];
                };
            };
            /** @description Not changed since the version the caller holds */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ScimBadRequest"];
            401: components["responses"]["ScimUnauthenticated"];
            404: components["responses"]["ScimNotFound"];
            422: components["responses"]["ScimInvalid"];
            429: components["responses"]["ScimRateLimited"];
            500: components["responses"]["ScimInternalError"];
            503: components["responses"]["ScimUnavailable"];
        };
    };
    scim_replace_group: {
        parameters: {
            query?: {
                /** @description Only these attributes, separated by commas. */
                attributes?: string;
                /** @description All but these attributes, separated by commas. */
                excludedAttributes?: string;
            };
            header?: never;
            path: {
                workspace_slug: string;
                scim_group_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/scim+json": components["schemas"]["ScimGroupInput"];
                "application/json": components["schemas"]["ScimGroupInput"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimGroup"];
                };
            };
            400: components["responses"]["ScimBadRequest"];
            401: components["responses"]["ScimUnauthenticated"];
            404: components["responses"]["ScimNotFound"];
            409: components["responses"]["ScimConflict"];
            412: components["responses"]["ScimPreconditionFailed"];
            413: components["responses"]["ScimTooLarge"];
            415: components["responses"]["ScimUnsupportedMediaType"];
            422: components["responses"]["ScimInvalid"];
            429: components["responses"]["ScimRateLimited"];
            500: components["responses"]["ScimInternalError"];
            503: components["responses"]["ScimUnavailable"];
        };
    };
    scim_delete_group: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspace_slug: string;
                scim_group_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ScimBadRequest"];
            401: components["responses"]["ScimUnauthenticated"];
            404: components["responses"]["ScimNotFound"];
            412: components["responses"]["ScimPreconditionFailed"];
            422: components["responses"]["ScimInvalid"];
            429: components["responses"]["ScimRateLimited"];
            500: components["responses"]["ScimInternalError"];
            503: components["responses"]["ScimUnavailable"];
        };
    };
    scim_patch_group: {
        parameters: {
            query?: {
                /** @description Only these attributes, separated by commas. */
                attributes?: string;
                /** @description All but these attributes, separated by commas. */
                excludedAttributes?: string;
            };
            header?: never;
            path: {
                workspace_slug: string;
                scim_group_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/scim+json": components["schemas"]["ScimPatchInput"];
                "application/json": components["schemas"]["ScimPatchInput"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimGroup"];
                };
            };
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ScimBadRequest"];
            401: components["responses"]["ScimUnauthenticated"];
            404: components["responses"]["ScimNotFound"];
            409: components["responses"]["ScimConflict"];
            412: components["responses"]["ScimPreconditionFailed"];
            413: components["responses"]["ScimTooLarge"];
            415: components["responses"]["ScimUnsupportedMediaType"];
            422: components["responses"]["ScimInvalid"];
            429: components["responses"]["ScimRateLimited"];
            500: components["responses"]["ScimInternalError"];
            503: components["responses"]["ScimUnavailable"];
        };
    };
    scim_get_config: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspace_slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimDocument"];
                };
            };
            400: components["responses"]["ScimBadRequest"];
            401: components["responses"]["ScimUnauthenticated"];
            404: components["responses"]["ScimNotFound"];
            422: components["responses"]["ScimInvalid"];
            429: components["responses"]["ScimRateLimited"];
            500: components["responses"]["ScimInternalError"];
            503: components["responses"]["ScimUnavailable"];
        };
    };
    scim_list_resource_types: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspace_slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimDocumentList"];
                };
            };
            400: components["responses"]["ScimBadRequest"];
            401: components["responses"]["ScimUnauthenticated"];
            403: components["responses"]["ScimForbidden"];
            404: components["responses"]["ScimNotFound"];
            422: components["responses"]["ScimInvalid"];
            429: components["responses"]["ScimRateLimited"];
            500: components["responses"]["ScimInternalError"];
            503: components["responses"]["ScimUnavailable"];
        };
    };
    scim_get_resource_type: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspace_slug: string;
                resource_type: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimDocument"];
                };
            };
            400: components["responses"]["ScimBadRequest"];
            401: components["responses"]["ScimUnauthenticated"];
            404: components["responses"]["ScimNotFound"];
            422: components["responses"]["ScimInvalid"];
            429: components["responses"]["ScimRateLimited"];
            500: components["responses"]["ScimInternalError"];
            503: components["responses"]["ScimUnavailable"];
        };
    };
    scim_list_schemas: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspace_slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimDocumentList"];
                };
            };
            400: components["responses"]["ScimBadRequest"];
            401: components["responses"]["ScimUnauthenticated"];
            403: components["responses"]["ScimForbidden"];
            404: components["responses"]["ScimNotFound"];
            422: components["responses"]["ScimInvalid"];
            429: components["responses"]["ScimRateLimited"];
            500: components["responses"]["ScimInternalError"];
            503: components["responses"]["ScimUnavailable"];
        };
    };
    scim_get_schema: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspace_slug: string;
                schema_urn: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimDocument"];
                };
            };
            400: components["responses"]["ScimBadRequest"];
            401: components["responses"]["ScimUnauthenticated"];
            404: components["responses"]["ScimNotFound"];
            422: components["responses"]["ScimInvalid"];
            429: components["responses"]["ScimRateLimited"];
            500: components["responses"]["ScimInternalError"];
            503: components["responses"]["ScimUnavailable"];
        };
    };
    list_scim_tokens: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScimTokenList"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    create_scim_token: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ScimTokenCreate"];
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScimTokenMade"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    revoke_scim_token: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                scim_token_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    list_scim_group_roles: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScimGroupRoleList"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    update_scim_group_roles: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ScimGroupRolesUpdate"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScimGroupRoleList"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    list_workbooks: {
        parameters: {
            query?: {
                /** @description Only names that contain this, in any case. */
                q?: string;
                /** @description Items on a page. */
                limit?: number;
                /** @description The `next_cursor` of the page before; the first page without it. */
                cursor?: string;
            };
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkbookList"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    create_workbook: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
                /** @description Makes the request safe to repeat for 7 days: the same key with the same request gets the first answer, with the header `Idempotent-Replay: true`; with another request 422; while the first is under way 409. A member `idempotency_key` of the body does the same. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WorkbookCreate"];
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkbookResponse"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    list_workbooks_v2: {
        parameters: {
            query?: {
                /** @description Only names that contain this, in any case. */
                q?: string;
                /** @description Items on a page. */
                limit?: number;
                /** @description The `next_cursor` of the page before; the first page without it. */
                cursor?: string;
            };
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkbookList"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    create_workbook_v2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
                /** @description Makes the request safe to repeat for 7 days: the same key with the same request gets the first answer, with the header `Idempotent-Replay: true`; with another request 422; while the first is under way 409. A member `idempotency_key` of the body does the same. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WorkbookCreate"];
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkbookResponse"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    get_workbook: {
        parameters: {
            query?: {
                page?: number;
                page_size?: number;
                /** @description Walk by cursor: begin without one, then send the `next_cursor` of each answer; `page` is ignored. */
                cursor_mode?: boolean;
                /** @description The `next_cursor` of an earlier answer. */
                cursor?: string;
                /** @description A view to start from: its filter counts as well, its search and its order where no other is asked for. */
                view_id?: string;
                /** @description Only rows that hold this text in some value, literally and without case. */
                search?: string;
                /** @description A filter as JSON text (see `Filter`). */
                filter?: string;
                /** @description A list of `Sort` as JSON text. */
                sort?: string;
            };
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkbookWithLeadsResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    put_workbook: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["WorkbookUpdate"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkbookResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    delete_workbook: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    update_workbook: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["WorkbookUpdate"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkbookResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    get_workbook_v2: {
        parameters: {
            query?: {
                page?: number;
                page_size?: number;
                /** @description Walk by cursor: begin without one, then send the `next_cursor` of each answer; `page` is ignored. */
                cursor_mode?: boolean;
                /** @description The `next_cursor` of an earlier answer. */
                cursor?: string;
                /** @description A view to start from: its filter counts as well, its search and its order where no other is asked for. */
                view_id?: string;
                /** @description Only rows that hold this text in some value, literally and without case. */
                search?: string;
                /** @description A filter as JSON text (see `Filter`). */
                filter?: string;
                /** @description A list of `Sort` as JSON text. */
                sort?: string;
            };
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkbookWithLeadsResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    put_workbook_v2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["WorkbookUpdate"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkbookResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    delete_workbook_v2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    update_workbook_v2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["WorkbookUpdate"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkbookResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    add_column: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
                /** @description Makes the request safe to repeat for 7 days: the same key with the same request gets the first answer, with the header `Idempotent-Replay: true`; with another request 422; while the first is under way 409. A member `idempotency_key` of the body does the same. */
                "idempotency-key"?: string;
            };
            path: {
                workbook_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewColumnInput"];
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkbookColumn"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    add_column_v2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
                /** @description Makes the request safe to repeat for 7 days: the same key with the same request gets the first answer, with the header `Idempotent-Replay: true`; with another request 422; while the first is under way 409. A member `idempotency_key` of the body does the same. */
                "idempotency-key"?: string;
            };
            path: {
                workbook_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewColumnInput"];
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkbookColumn"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    reorder_columns: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ColumnOrder"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkbookResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    reorder_columns_v2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ColumnOrder"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkbookResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    delete_column: {
        parameters: {
            query?: {
                force?: boolean;
            };
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
                column_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    update_column: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
                column_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ColumnUpdate"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkbookColumn"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    delete_column_v2: {
        parameters: {
            query?: {
                force?: boolean;
            };
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
                column_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    update_column_v2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
                column_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ColumnUpdate"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkbookColumn"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    list_column_dependants: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
                column_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ColumnDependantList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    list_column_dependants_v2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
                column_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ColumnDependantList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    get_row: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
                row_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkbookLeadRow"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    get_row_v2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
                row_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkbookLeadRow"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    create_rows: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
                /** @description Makes the request safe to repeat for 7 days: the same key with the same request gets the first answer, with the header `Idempotent-Replay: true`; with another request 422; while the first is under way 409. A member `idempotency_key` of the body does the same. */
                "idempotency-key"?: string;
            };
            path: {
                workbook_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RowsCreate"];
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkbookRowsWritten"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    delete_rows: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RowsDeleteInput"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RowsDeleted"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    update_rows: {
        parameters: {
            query?: {
                /** @description `minimal` answers without `items`. Hundreds of rows with many enriched columns take longer to write out than to change. */
                return?: "representation" | "minimal";
            };
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RowsUpdate"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkbookRowsWritten"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    create_rows_v2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
                /** @description Makes the request safe to repeat for 7 days: the same key with the same request gets the first answer, with the header `Idempotent-Replay: true`; with another request 422; while the first is under way 409. A member `idempotency_key` of the body does the same. */
                "idempotency-key"?: string;
            };
            path: {
                workbook_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RowsCreate"];
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkbookRowsWritten"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    delete_rows_v2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RowsDeleteInput"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RowsDeleted"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    update_rows_v2: {
        parameters: {
            query?: {
                /** @description `minimal` answers without `items`. Hundreds of rows with many enriched columns take longer to write out than to change. */
                return?: "representation" | "minimal";
            };
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RowsUpdate"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkbookRowsWritten"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    clear_cell: {
        parameters: {
            query?: {
                /** @description The `change_id` that an earlier call of the same act answered: both are undone together. */
                change_id?: string;
            };
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
                row_id: string;
                column_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CellResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    update_cell: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
                row_id: string;
                column_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CellUpdate"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CellResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    clear_cell_v2: {
        parameters: {
            query?: {
                /** @description The `change_id` that an earlier call of the same act answered: both are undone together. */
                change_id?: string;
            };
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
                row_id: string;
                column_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CellResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    update_cell_v2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
                row_id: string;
                column_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CellUpdate"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CellResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    query_rows: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RowsQueryInput"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkbookFoundRows"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    query_rows_v2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RowsQueryInput"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkbookFoundRows"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    count_rows: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RowsCountInput"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RowsCounted"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    count_rows_v2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RowsCountInput"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RowsCounted"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    group_rows: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RowGroupsQueryInput"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RowGroups"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    group_rows_v2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RowGroupsQueryInput"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RowGroups"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    get_column_stats: {
        parameters: {
            query?: {
                /** @description A view to start from: its filter counts as well, its search and its order where no other is asked for. */
                view_id?: string;
                /** @description Only rows that hold this text in some value, literally and without case. */
                search?: string;
                /** @description A filter as JSON text (see `Filter`). */
                filter?: string;
                /** @description How many of the most frequent values. */
                top?: number;
            };
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
                column_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ColumnStats"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    get_column_stats_v2: {
        parameters: {
            query?: {
                /** @description A view to start from: its filter counts as well, its search and its order where no other is asked for. */
                view_id?: string;
                /** @description Only rows that hold this text in some value, literally and without case. */
                search?: string;
                /** @description A filter as JSON text (see `Filter`). */
                filter?: string;
                /** @description How many of the most frequent values. */
                top?: number;
            };
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
                column_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ColumnStats"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    list_views: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkbookViewList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    create_view: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
                /** @description Makes the request safe to repeat for 7 days: the same key with the same request gets the first answer, with the header `Idempotent-Replay: true`; with another request 422; while the first is under way 409. A member `idempotency_key` of the body does the same. */
                "idempotency-key"?: string;
            };
            path: {
                workbook_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ViewCreate"];
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkbookView"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    list_views_v2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkbookViewList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    create_view_v2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
                /** @description Makes the request safe to repeat for 7 days: the same key with the same request gets the first answer, with the header `Idempotent-Replay: true`; with another request 422; while the first is under way 409. A member `idempotency_key` of the body does the same. */
                "idempotency-key"?: string;
            };
            path: {
                workbook_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ViewCreate"];
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkbookView"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    get_view: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
                view_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkbookView"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    update_view: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
                view_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ViewUpdate"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkbookView"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    delete_view: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
                view_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    get_view_v2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
                view_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkbookView"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    update_view_v2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
                view_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ViewUpdate"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkbookView"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    delete_view_v2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
                view_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    duplicate_view: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
                /** @description Makes the request safe to repeat for 7 days: the same key with the same request gets the first answer, with the header `Idempotent-Replay: true`; with another request 422; while the first is under way 409. A member `idempotency_key` of the body does the same. */
                "idempotency-key"?: string;
            };
            path: {
                workbook_id: string;
                view_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ViewDuplicateInput"];
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkbookView"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    duplicate_view_v2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
                /** @description Makes the request safe to repeat for 7 days: the same key with the same request gets the first answer, with the header `Idempotent-Replay: true`; with another request 422; while the first is under way 409. A member `idempotency_key` of the body does the same. */
                "idempotency-key"?: string;
            };
            path: {
                workbook_id: string;
                view_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ViewDuplicateInput"];
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkbookView"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    list_workbook_activity: {
        parameters: {
            query?: {
                /** @description Items on a page. */
                limit?: number;
                /** @description The `next_cursor` of the page before; the first page without it. */
                cursor?: string;
                /** @description Only what this person did. */
                user_id?: number;
            };
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkbookActivityList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    list_workbook_activity_v2: {
        parameters: {
            query?: {
                /** @description Items on a page. */
                limit?: number;
                /** @description The `next_cursor` of the page before; the first page without it. */
                cursor?: string;
                /** @description Only what this person did. */
                user_id?: number;
            };
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkbookActivityList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    get_workbook_activity: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
                change_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkbookActivity"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    get_workbook_activity_v2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
                change_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkbookActivity"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    undo_change: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
                /** @description Makes the request safe to repeat for 7 days: the same key with the same request gets the first answer, with the header `Idempotent-Replay: true`; with another request 422; while the first is under way 409. A member `idempotency_key` of the body does the same. */
                "idempotency-key"?: string;
            };
            path: {
                workbook_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UndoRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Undone"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    undo_change_v2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
                /** @description Makes the request safe to repeat for 7 days: the same key with the same request gets the first answer, with the header `Idempotent-Replay: true`; with another request 422; while the first is under way 409. A member `idempotency_key` of the body does the same. */
                "idempotency-key"?: string;
            };
            path: {
                workbook_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UndoRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Undone"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    redo_change: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
                /** @description Makes the request safe to repeat for 7 days: the same key with the same request gets the first answer, with the header `Idempotent-Replay: true`; with another request 422; while the first is under way 409. A member `idempotency_key` of the body does the same. */
                "idempotency-key"?: string;
            };
            path: {
                workbook_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UndoRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Undone"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    redo_change_v2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
                /** @description Makes the request safe to repeat for 7 days: the same key with the same request gets the first answer, with the header `Idempotent-Replay: true`; with another request 422; while the first is under way 409. A member `idempotency_key` of the body does the same. */
                "idempotency-key"?: string;
            };
            path: {
                workbook_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UndoRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Undone"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    cancel_change_flip: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
                change_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Undone"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    cancel_change_flip_v2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
                change_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Undone"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    get_cell_history: {
        parameters: {
            query?: {
                /** @description Items on a page. */
                limit?: number;
                /** @description The `next_cursor` of the page before; the first page without it. */
                cursor?: string;
            };
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
                row_id: string;
                column_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CellHistory"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    get_cell_history_v2: {
        parameters: {
            query?: {
                /** @description Items on a page. */
                limit?: number;
                /** @description The `next_cursor` of the page before; the first page without it. */
                cursor?: string;
            };
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
                row_id: string;
                column_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CellHistory"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    restore_cell: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
                row_id: string;
                column_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RestoreRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CellResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    restore_cell_v2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
                row_id: string;
                column_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RestoreRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CellResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    preview_import: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    options?: components["schemas"]["ImportOptionsInput"] | null;
                } & {
                    /** Format: binary */
                    file: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportPreview"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    preview_import_v2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    options?: components["schemas"]["ImportOptionsInput"] | null;
                } & {
                    /** Format: binary */
                    file: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportPreview"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    import_rows: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    options?: components["schemas"]["ImportOptionsInput"] | null;
                } & {
                    /** Format: binary */
                    file: string;
                };
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    import_rows_v2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    options?: components["schemas"]["ImportOptionsInput"] | null;
                } & {
                    /** Format: binary */
                    file: string;
                };
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    get_import: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
                import_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportRecord"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    get_import_v2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
                import_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportRecord"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    preview_import_again: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
                import_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ImportAgainInput"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportPreview"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    preview_import_again_v2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
                import_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ImportAgainInput"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportPreview"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    plan_import: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
                import_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ImportAgainInput"];
            };
        };
        responses: {
            /** @description Accepted; the work goes on */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportRecord"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    plan_import_v2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
                import_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ImportAgainInput"];
            };
        };
        responses: {
            /** @description Accepted; the work goes on */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportRecord"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    list_import_rows: {
        parameters: {
            query: {
                outcome: "create" | "update" | "unchanged" | "skip" | "reject";
                /** @description Items on a page. */
                limit?: number;
                /** @description The `next_cursor` of the page before; the first page without it. */
                cursor?: string;
            };
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
                import_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportPlanRowList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    list_import_rows_v2: {
        parameters: {
            query: {
                outcome: "create" | "update" | "unchanged" | "skip" | "reject";
                /** @description Items on a page. */
                limit?: number;
                /** @description The `next_cursor` of the page before; the first page without it. */
                cursor?: string;
            };
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
                import_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportPlanRowList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    commit_import: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
                import_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted; the work goes on */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportRecord"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    commit_import_v2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
                import_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted; the work goes on */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportRecord"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    cancel_import: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
                import_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportRecord"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    cancel_import_v2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
                import_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportRecord"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    download_rejected_rows: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
                import_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    download_rejected_rows_v2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
                import_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    export_csv: {
        parameters: {
            query?: {
                /** @description What this view shows: its rows, its order, its columns. A filter that is sent has to match as well; an order or columns that are sent take the place of its own. */
                view_id?: string;
                /** @description A filter as JSON text (see `Filter`). */
                filter?: string;
                /** @description Only rows that hold this text. */
                search?: string;
                /** @description A list of `Sort` as JSON text. */
                sort?: string;
                /** @description Only these columns, by id, in this order. Absent: those of the view, else all, in the order of the workbook. Comma between them. */
                columns?: string;
                /** @description For each computed column also these. Without `provider`, a value made up for practice begins with `practice:` (or is an object with that name). status, provider, confidence, license, source, source_url, method, attribution, fetched_at, reason. Comma between them. */
                include?: string;
                /** @description Computed values of other licenses are left blank and counted. Comma between them. */
                licenses?: string;
                /** @description Computed values of these licenses are left blank and counted. Comma between them. */
                without_licenses?: string;
                /** @description Computed values that were fetched longer ago are left blank and counted. */
                max_age_days?: number;
                /** @description Lists and objects as people read them, or as JSON. Absent: as JSON in JSON Lines, else as people read them. */
                values?: "display" | "raw";
                /** @description Leave text that a spreadsheet would run as a formula as it is. For programs, never for a spreadsheet. */
                raw?: boolean;
                /** @description Begin a CSV file with a byte order mark, without which old spreadsheets do not know UTF-8. */
                bom?: boolean;
                /** @description End a text file with the credits that its licenses ask for. A spreadsheet always has a sheet for them. */
                attribution?: boolean;
            };
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    export_csv_v2: {
        parameters: {
            query?: {
                /** @description What this view shows: its rows, its order, its columns. A filter that is sent has to match as well; an order or columns that are sent take the place of its own. */
                view_id?: string;
                /** @description A filter as JSON text (see `Filter`). */
                filter?: string;
                /** @description Only rows that hold this text. */
                search?: string;
                /** @description A list of `Sort` as JSON text. */
                sort?: string;
                /** @description Only these columns, by id, in this order. Absent: those of the view, else all, in the order of the workbook. Comma between them. */
                columns?: string;
                /** @description For each computed column also these. Without `provider`, a value made up for practice begins with `practice:` (or is an object with that name). status, provider, confidence, license, source, source_url, method, attribution, fetched_at, reason. Comma between them. */
                include?: string;
                /** @description Computed values of other licenses are left blank and counted. Comma between them. */
                licenses?: string;
                /** @description Computed values of these licenses are left blank and counted. Comma between them. */
                without_licenses?: string;
                /** @description Computed values that were fetched longer ago are left blank and counted. */
                max_age_days?: number;
                /** @description Lists and objects as people read them, or as JSON. Absent: as JSON in JSON Lines, else as people read them. */
                values?: "display" | "raw";
                /** @description Leave text that a spreadsheet would run as a formula as it is. For programs, never for a spreadsheet. */
                raw?: boolean;
                /** @description Begin a CSV file with a byte order mark, without which old spreadsheets do not know UTF-8. */
                bom?: boolean;
                /** @description End a text file with the credits that its licenses ask for. A spreadsheet always has a sheet for them. */
                attribution?: boolean;
            };
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    export_xlsx: {
        parameters: {
            query?: {
                /** @description What this view shows: its rows, its order, its columns. A filter that is sent has to match as well; an order or columns that are sent take the place of its own. */
                view_id?: string;
                /** @description A filter as JSON text (see `Filter`). */
                filter?: string;
                /** @description Only rows that hold this text. */
                search?: string;
                /** @description A list of `Sort` as JSON text. */
                sort?: string;
                /** @description Only these columns, by id, in this order. Absent: those of the view, else all, in the order of the workbook. Comma between them. */
                columns?: string;
                /** @description For each computed column also these. Without `provider`, a value made up for practice begins with `practice:` (or is an object with that name). status, provider, confidence, license, source, source_url, method, attribution, fetched_at, reason. Comma between them. */
                include?: string;
                /** @description Computed values of other licenses are left blank and counted. Comma between them. */
                licenses?: string;
                /** @description Computed values of these licenses are left blank and counted. Comma between them. */
                without_licenses?: string;
                /** @description Computed values that were fetched longer ago are left blank and counted. */
                max_age_days?: number;
                /** @description Lists and objects as people read them, or as JSON. Absent: as JSON in JSON Lines, else as people read them. */
                values?: "display" | "raw";
                /** @description Leave text that a spreadsheet would run as a formula as it is. For programs, never for a spreadsheet. */
                raw?: boolean;
                /** @description Begin a CSV file with a byte order mark, without which old spreadsheets do not know UTF-8. */
                bom?: boolean;
                /** @description End a text file with the credits that its licenses ask for. A spreadsheet always has a sheet for them. */
                attribution?: boolean;
            };
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    export_xlsx_v2: {
        parameters: {
            query?: {
                /** @description What this view shows: its rows, its order, its columns. A filter that is sent has to match as well; an order or columns that are sent take the place of its own. */
                view_id?: string;
                /** @description A filter as JSON text (see `Filter`). */
                filter?: string;
                /** @description Only rows that hold this text. */
                search?: string;
                /** @description A list of `Sort` as JSON text. */
                sort?: string;
                /** @description Only these columns, by id, in this order. Absent: those of the view, else all, in the order of the workbook. Comma between them. */
                columns?: string;
                /** @description For each computed column also these. Without `provider`, a value made up for practice begins with `practice:` (or is an object with that name). status, provider, confidence, license, source, source_url, method, attribution, fetched_at, reason. Comma between them. */
                include?: string;
                /** @description Computed values of other licenses are left blank and counted. Comma between them. */
                licenses?: string;
                /** @description Computed values of these licenses are left blank and counted. Comma between them. */
                without_licenses?: string;
                /** @description Computed values that were fetched longer ago are left blank and counted. */
                max_age_days?: number;
                /** @description Lists and objects as people read them, or as JSON. Absent: as JSON in JSON Lines, else as people read them. */
                values?: "display" | "raw";
                /** @description Leave text that a spreadsheet would run as a formula as it is. For programs, never for a spreadsheet. */
                raw?: boolean;
                /** @description Begin a CSV file with a byte order mark, without which old spreadsheets do not know UTF-8. */
                bom?: boolean;
                /** @description End a text file with the credits that its licenses ask for. A spreadsheet always has a sheet for them. */
                attribution?: boolean;
            };
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    export_jsonl: {
        parameters: {
            query?: {
                /** @description What this view shows: its rows, its order, its columns. A filter that is sent has to match as well; an order or columns that are sent take the place of its own. */
                view_id?: string;
                /** @description A filter as JSON text (see `Filter`). */
                filter?: string;
                /** @description Only rows that hold this text. */
                search?: string;
                /** @description A list of `Sort` as JSON text. */
                sort?: string;
                /** @description Only these columns, by id, in this order. Absent: those of the view, else all, in the order of the workbook. Comma between them. */
                columns?: string;
                /** @description For each computed column also these. Without `provider`, a value made up for practice begins with `practice:` (or is an object with that name). status, provider, confidence, license, source, source_url, method, attribution, fetched_at, reason. Comma between them. */
                include?: string;
                /** @description Computed values of other licenses are left blank and counted. Comma between them. */
                licenses?: string;
                /** @description Computed values of these licenses are left blank and counted. Comma between them. */
                without_licenses?: string;
                /** @description Computed values that were fetched longer ago are left blank and counted. */
                max_age_days?: number;
                /** @description Lists and objects as people read them, or as JSON. Absent: as JSON in JSON Lines, else as people read them. */
                values?: "display" | "raw";
                /** @description Leave text that a spreadsheet would run as a formula as it is. For programs, never for a spreadsheet. */
                raw?: boolean;
                /** @description Begin a CSV file with a byte order mark, without which old spreadsheets do not know UTF-8. */
                bom?: boolean;
                /** @description End a text file with the credits that its licenses ask for. A spreadsheet always has a sheet for them. */
                attribution?: boolean;
            };
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    export_jsonl_v2: {
        parameters: {
            query?: {
                /** @description What this view shows: its rows, its order, its columns. A filter that is sent has to match as well; an order or columns that are sent take the place of its own. */
                view_id?: string;
                /** @description A filter as JSON text (see `Filter`). */
                filter?: string;
                /** @description Only rows that hold this text. */
                search?: string;
                /** @description A list of `Sort` as JSON text. */
                sort?: string;
                /** @description Only these columns, by id, in this order. Absent: those of the view, else all, in the order of the workbook. Comma between them. */
                columns?: string;
                /** @description For each computed column also these. Without `provider`, a value made up for practice begins with `practice:` (or is an object with that name). status, provider, confidence, license, source, source_url, method, attribution, fetched_at, reason. Comma between them. */
                include?: string;
                /** @description Computed values of other licenses are left blank and counted. Comma between them. */
                licenses?: string;
                /** @description Computed values of these licenses are left blank and counted. Comma between them. */
                without_licenses?: string;
                /** @description Computed values that were fetched longer ago are left blank and counted. */
                max_age_days?: number;
                /** @description Lists and objects as people read them, or as JSON. Absent: as JSON in JSON Lines, else as people read them. */
                values?: "display" | "raw";
                /** @description Leave text that a spreadsheet would run as a formula as it is. For programs, never for a spreadsheet. */
                raw?: boolean;
                /** @description Begin a CSV file with a byte order mark, without which old spreadsheets do not know UTF-8. */
                bom?: boolean;
                /** @description End a text file with the credits that its licenses ask for. A spreadsheet always has a sheet for them. */
                attribution?: boolean;
            };
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    start_export: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
                /** @description Makes the request safe to repeat for 7 days: the same key with the same request gets the first answer, with the header `Idempotent-Replay: true`; with another request 422; while the first is under way 409. A member `idempotency_key` of the body does the same. */
                "idempotency-key"?: string;
            };
            path: {
                workbook_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExportBodyInput"];
            };
        };
        responses: {
            /** @description Accepted; the work goes on */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExportRecord"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    start_export_v2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
                /** @description Makes the request safe to repeat for 7 days: the same key with the same request gets the first answer, with the header `Idempotent-Replay: true`; with another request 422; while the first is under way 409. A member `idempotency_key` of the body does the same. */
                "idempotency-key"?: string;
            };
            path: {
                workbook_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExportBodyInput"];
            };
        };
        responses: {
            /** @description Accepted; the work goes on */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExportRecord"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    get_export: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
                export_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExportRecord"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    get_export_v2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
                export_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExportRecord"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    cancel_export: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
                export_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExportRecord"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    cancel_export_v2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
                export_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExportRecord"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    download_export: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
                export_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file, by its own media type. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    download_export_v2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
                export_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file, by its own media type. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    get_ingest_token: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IngestToken"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    create_ingest_token: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["IngestTokenRequest"];
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IngestTokenMade"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    revoke_ingest_token: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    get_ingest_token_v2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IngestToken"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    create_ingest_token_v2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["IngestTokenRequest"];
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IngestTokenMade"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    revoke_ingest_token_v2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    ingest_rows: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat for 7 days: the same key with the same request gets the first answer, with the header `Idempotent-Replay: true`; with another request 422; while the first is under way 409. A member `idempotency_key` of the body does the same. */
                "idempotency-key"?: string;
            };
            path: {
                workbook_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["IngestRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IngestResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    ingest_rows_v2: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat for 7 days: the same key with the same request gets the first answer, with the header `Idempotent-Replay: true`; with another request 422; while the first is under way 409. A member `idempotency_key` of the body does the same. */
                "idempotency-key"?: string;
            };
            path: {
                workbook_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["IngestRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IngestResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    list_leads: {
        parameters: {
            query?: {
                /** @description Only rows that hold this text in some value, literally and without case. */
                search?: string;
                /** @description A filter as JSON text (see `Filter`); fields by name. */
                filter?: string;
                /** @description Only leads of this status. */
                status?: "new" | "contacted" | "qualified" | "converted" | "dead";
                /** @description Only leads of this kind. */
                kind?: "company" | "person";
                /** @description A list of `Sort` as JSON text; newest first when absent. */
                sort?: string;
                /** @description Items on a page. */
                limit?: number;
                /** @description The `next_cursor` of the page before. */
                cursor?: string;
                /** @description By number instead of by cursor, from 1: the leads before it are passed over one by one. */
                page?: number;
                /** @description Counts the leads that answer a question (`total`), which takes a look at every lead. */
                count?: boolean;
            };
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LeadList"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    lead_facets: {
        parameters: {
            query?: {
                /** @description Only rows that hold this text in some value, literally and without case. */
                search?: string;
                /** @description A filter as JSON text (see `Filter`); fields by name. */
                filter?: string;
                /** @description Only leads of this status. */
                status?: "new" | "contacted" | "qualified" | "converted" | "dead";
                /** @description Only leads of this kind. */
                kind?: "company" | "person";
                /** @description Names of fields with a comma between them; a handful when absent. */
                fields?: string;
                /** @description Values of each field. */
                limit?: number;
            };
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LeadFacets"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    lead_stats: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LeadStats"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    save_lead: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
                /** @description Makes the request safe to repeat for 7 days: the same key with the same request gets the first answer, with the header `Idempotent-Replay: true`; with another request 422; while the first is under way 409. A member `idempotency_key` of the body does the same. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["LeadUpsertInput"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LeadSaved"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    get_lead: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                lead_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Lead"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    delete_lead: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                lead_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    update_lead: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                lead_id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["LeadUpdate"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Lead"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    set_lead_status: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                lead_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LeadStatusChange"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Lead"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    lead_timeline: {
        parameters: {
            query?: {
                /** @description Items on a page. */
                limit?: number;
                /** @description The `next_cursor` of the page before; the first page without it. */
                cursor?: string;
            };
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                lead_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LeadTimeline"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    similar_leads: {
        parameters: {
            query?: {
                /** @description Leads in the answer. */
                limit?: number;
            };
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                lead_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SimilarLeads"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    list_lead_fields: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LeadFieldList"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    export_leads_csv: {
        parameters: {
            query?: {
                /** @description Only rows that hold this text in some value, literally and without case. */
                search?: string;
                /** @description A filter as JSON text (see `Filter`); fields by name. */
                filter?: string;
                /** @description Only leads of this status. */
                status?: "new" | "contacted" | "qualified" | "converted" | "dead";
                /** @description Only leads of this kind. */
                kind?: "company" | "person";
                /** @description With where each value is from. */
                provenance?: boolean;
            };
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    export_leads_jsonl: {
        parameters: {
            query?: {
                /** @description Only rows that hold this text in some value, literally and without case. */
                search?: string;
                /** @description A filter as JSON text (see `Filter`); fields by name. */
                filter?: string;
                /** @description Only leads of this status. */
                status?: "new" | "contacted" | "qualified" | "converted" | "dead";
                /** @description Only leads of this kind. */
                kind?: "company" | "person";
                /** @description With where each value is from. */
                provenance?: boolean;
            };
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    preview_leads_import: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    options?: components["schemas"]["LeadImportOptionsInput"] | null;
                } & {
                    /** Format: binary */
                    file: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LeadsPreview"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    import_leads: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    options?: components["schemas"]["LeadImportOptionsInput"] | null;
                } & {
                    /** Format: binary */
                    file: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LeadsImported"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    list_leads_imports: {
        parameters: {
            query?: {
                /** @description Items on a page. */
                limit?: number;
                /** @description The `next_cursor` of the page before; the first page without it. */
                cursor?: string;
            };
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LeadImportList"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    undo_leads_import: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                lead_import_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LeadsImportUndone"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    erase_lead: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                lead_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LeadErased"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    tell_presence: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PresenceBeatInput"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Presence"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    tell_presence_v2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PresenceBeatInput"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Presence"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    cancel_work: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
                work_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    cancel_work_v2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
                work_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    list_work: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkList"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    get_identity: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkbookIdentity"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    set_identity: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WorkbookIdentityWantedInput"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkbookIdentity"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    get_identity_v2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkbookIdentity"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    set_identity_v2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WorkbookIdentityWantedInput"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkbookIdentity"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    preview_identity: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WorkbookIdentityTriedInput"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkbookIdentityPreview"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    preview_identity_v2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WorkbookIdentityTriedInput"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkbookIdentityPreview"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    preview_column_type: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
                column_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ColumnTypeTriedInput"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ColumnTypePreview"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    preview_column_type_v2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
                column_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ColumnTypeTriedInput"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ColumnTypePreview"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    duplicate_column: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
                /** @description Makes the request safe to repeat for 7 days: the same key with the same request gets the first answer, with the header `Idempotent-Replay: true`; with another request 422; while the first is under way 409. A member `idempotency_key` of the body does the same. */
                "idempotency-key"?: string;
            };
            path: {
                workbook_id: string;
                column_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ColumnCopyInput"];
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkbookColumn"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    duplicate_column_v2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
                /** @description Makes the request safe to repeat for 7 days: the same key with the same request gets the first answer, with the header `Idempotent-Replay: true`; with another request 422; while the first is under way 409. A member `idempotency_key` of the body does the same. */
                "idempotency-key"?: string;
            };
            path: {
                workbook_id: string;
                column_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ColumnCopyInput"];
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkbookColumn"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    get_definition: {
        parameters: {
            query?: {
                format?: "yaml" | "json";
            };
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file; JSON when that was asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/yaml": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    put_definition: {
        parameters: {
            query?: {
                mode?: "plan" | "apply";
            };
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DefinitionSentInput"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DefinitionPlan"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    get_definition_v2: {
        parameters: {
            query?: {
                format?: "yaml" | "json";
            };
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file; JSON when that was asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/yaml": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    put_definition_v2: {
        parameters: {
            query?: {
                mode?: "plan" | "apply";
            };
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DefinitionSentInput"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DefinitionPlan"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    duplicate_workbook: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
                /** @description Makes the request safe to repeat for 7 days: the same key with the same request gets the first answer, with the header `Idempotent-Replay: true`; with another request 422; while the first is under way 409. A member `idempotency_key` of the body does the same. */
                "idempotency-key"?: string;
            };
            path: {
                workbook_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["WorkbookCopyInput"];
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkbookResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    duplicate_workbook_v2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
                /** @description Makes the request safe to repeat for 7 days: the same key with the same request gets the first answer, with the header `Idempotent-Replay: true`; with another request 422; while the first is under way 409. A member `idempotency_key` of the body does the same. */
                "idempotency-key"?: string;
            };
            path: {
                workbook_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["WorkbookCopyInput"];
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkbookResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    compute_behind: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    compute_behind_v2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    preview_column: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ColumnPreviewRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ColumnPreview"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    preview_column_v2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ColumnPreviewRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ColumnPreview"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    preview_saved_column: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
                column_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SavedColumnPreviewRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ColumnPreview"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    preview_saved_column_v2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
                column_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SavedColumnPreviewRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ColumnPreview"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    receive_callback: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": unknown;
            };
        };
        responses: {
            /** @description Accepted; the work goes on */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CallbackReceived"];
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    get_run_estimate: {
        parameters: {
            query?: {
                /** @description Column ids, separated by commas. */
                column_ids?: string;
                limit?: number;
                sample?: number;
                /** @description A view to start from: its filter counts as well, its search and its order where no other is asked for. */
                view_id?: string;
                /** @description Only rows that hold this text in some value, literally and without case. */
                search?: string;
                /** @description `missing` fills cells without an outcome, `failed` repeats errors, `stale` renews answers past their age limit, `all` asks again for everything that nobody typed over. */
                mode?: "missing" | "failed" | "stale" | "all";
            };
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunEstimate"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    estimate_run: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RunRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunEstimate"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    get_run_estimate_v2: {
        parameters: {
            query?: {
                /** @description Column ids, separated by commas. */
                column_ids?: string;
                limit?: number;
                sample?: number;
                /** @description A view to start from: its filter counts as well, its search and its order where no other is asked for. */
                view_id?: string;
                /** @description Only rows that hold this text in some value, literally and without case. */
                search?: string;
                /** @description `missing` fills cells without an outcome, `failed` repeats errors, `stale` renews answers past their age limit, `all` asks again for everything that nobody typed over. */
                mode?: "missing" | "failed" | "stale" | "all";
            };
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunEstimate"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    estimate_run_v2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RunRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunEstimate"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    list_run_rows: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RunRowsRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunRows"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    list_run_rows_v2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RunRowsRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunRows"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    start_run: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
                /** @description Makes the request safe to repeat for 7 days: the same key with the same request gets the first answer, with the header `Idempotent-Replay: true`; with another request 422; while the first is under way 409. A member `idempotency_key` of the body does the same. */
                "idempotency-key"?: string;
            };
            path: {
                workbook_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RunRequest"];
            };
        };
        responses: {
            /** @description Accepted; the work goes on */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunStarted"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    start_run_v2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
                /** @description Makes the request safe to repeat for 7 days: the same key with the same request gets the first answer, with the header `Idempotent-Replay: true`; with another request 422; while the first is under way 409. A member `idempotency_key` of the body does the same. */
                "idempotency-key"?: string;
            };
            path: {
                workbook_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RunRequest"];
            };
        };
        responses: {
            /** @description Accepted; the work goes on */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunStarted"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    list_runs: {
        parameters: {
            query?: {
                limit?: number;
                /** @description From `next_cursor` of the page before. */
                cursor?: string;
            };
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    list_runs_v2: {
        parameters: {
            query?: {
                limit?: number;
                /** @description From `next_cursor` of the page before. */
                cursor?: string;
            };
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    get_run: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunDetail"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    get_run_v2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunDetail"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    cancel_run: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    cancel_run_v2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    pause_run: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    pause_run_v2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    resume_run: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    resume_run_v2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    undo_run: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Undone"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    undo_run_v2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Undone"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    stop_workbook: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunsStopped"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    stop_workbook_v2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunsStopped"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    list_run_errors: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorGroups"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    list_run_errors_v2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorGroups"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    list_workbook_errors: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorGroups"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    list_workbook_errors_v2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorGroups"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    list_workspace_runs: {
        parameters: {
            query?: {
                limit?: number;
                /** @description From `next_cursor` of the page before. */
                cursor?: string;
                /** @description True: only those that have not ended; false: only the others. */
                open?: boolean;
            };
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunList"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    run_cell: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
                /** @description Makes the request safe to repeat for 7 days: the same key with the same request gets the first answer, with the header `Idempotent-Replay: true`; with another request 422; while the first is under way 409. A member `idempotency_key` of the body does the same. */
                "idempotency-key"?: string;
            };
            path: {
                workbook_id: string;
                row_id: string;
                column_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CellRunRequest"];
            };
        };
        responses: {
            /** @description Accepted; the work goes on */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunStarted"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    run_cell_v2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
                /** @description Makes the request safe to repeat for 7 days: the same key with the same request gets the first answer, with the header `Idempotent-Replay: true`; with another request 422; while the first is under way 409. A member `idempotency_key` of the body does the same. */
                "idempotency-key"?: string;
            };
            path: {
                workbook_id: string;
                row_id: string;
                column_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CellRunRequest"];
            };
        };
        responses: {
            /** @description Accepted; the work goes on */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunStarted"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    get_cell_trace: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
                row_id: string;
                column_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CellTrace"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    get_cell_trace_v2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
                row_id: string;
                column_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CellTrace"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    try_column: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
                /** @description Makes the request safe to repeat for 7 days: the same key with the same request gets the first answer, with the header `Idempotent-Replay: true`; with another request 422; while the first is under way 409. A member `idempotency_key` of the body does the same. */
                "idempotency-key"?: string;
            };
            path: {
                workbook_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ColumnTryRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ColumnTry"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    try_column_v2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
                /** @description Makes the request safe to repeat for 7 days: the same key with the same request gets the first answer, with the header `Idempotent-Replay: true`; with another request 422; while the first is under way 409. A member `idempotency_key` of the body does the same. */
                "idempotency-key"?: string;
            };
            path: {
                workbook_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ColumnTryRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ColumnTry"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    try_saved_column: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
                /** @description Makes the request safe to repeat for 7 days: the same key with the same request gets the first answer, with the header `Idempotent-Replay: true`; with another request 422; while the first is under way 409. A member `idempotency_key` of the body does the same. */
                "idempotency-key"?: string;
            };
            path: {
                workbook_id: string;
                column_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SavedColumnTryRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ColumnTry"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    try_saved_column_v2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
                /** @description Makes the request safe to repeat for 7 days: the same key with the same request gets the first answer, with the header `Idempotent-Replay: true`; with another request 422; while the first is under way 409. A member `idempotency_key` of the body does the same. */
                "idempotency-key"?: string;
            };
            path: {
                workbook_id: string;
                column_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SavedColumnTryRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ColumnTry"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    report_drift: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
                /** @description Makes the request safe to repeat for 7 days: the same key with the same request gets the first answer, with the header `Idempotent-Replay: true`; with another request 422; while the first is under way 409. A member `idempotency_key` of the body does the same. */
                "idempotency-key"?: string;
            };
            path: {
                workbook_id: string;
                row_id: string;
                column_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DriftReportRequest"];
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DriftReport"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    report_drift_v2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
                /** @description Makes the request safe to repeat for 7 days: the same key with the same request gets the first answer, with the header `Idempotent-Replay: true`; with another request 422; while the first is under way 409. A member `idempotency_key` of the body does the same. */
                "idempotency-key"?: string;
            };
            path: {
                workbook_id: string;
                row_id: string;
                column_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DriftReportRequest"];
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DriftReport"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    list_drift_reports: {
        parameters: {
            query?: {
                /** @description Only answers of this lookup. */
                provider?: string;
                /** @description Items on a page. */
                limit?: number;
                /** @description The `next_cursor` of the page before; the first page without it. */
                cursor?: string;
            };
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DriftReportList"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    get_drift_sample: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                report_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DriftSample"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    delete_drift_report: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                report_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    compare_columns: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
                /** @description Makes the request safe to repeat for 7 days: the same key with the same request gets the first answer, with the header `Idempotent-Replay: true`; with another request 422; while the first is under way 409. A member `idempotency_key` of the body does the same. */
                "idempotency-key"?: string;
            };
            path: {
                workbook_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ColumnCompareRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ColumnCompared"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    compare_columns_v2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
                /** @description Makes the request safe to repeat for 7 days: the same key with the same request gets the first answer, with the header `Idempotent-Replay: true`; with another request 422; while the first is under way 409. A member `idempotency_key` of the body does the same. */
                "idempotency-key"?: string;
            };
            path: {
                workbook_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ColumnCompareRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ColumnCompared"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    list_column_tests: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
                column_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ColumnTestList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    pin_column_test: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
                /** @description Makes the request safe to repeat for 7 days: the same key with the same request gets the first answer, with the header `Idempotent-Replay: true`; with another request 422; while the first is under way 409. A member `idempotency_key` of the body does the same. */
                "idempotency-key"?: string;
            };
            path: {
                workbook_id: string;
                column_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ColumnTestCreate"];
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ColumnTest"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    list_column_tests_v2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
                column_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ColumnTestList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    pin_column_test_v2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
                /** @description Makes the request safe to repeat for 7 days: the same key with the same request gets the first answer, with the header `Idempotent-Replay: true`; with another request 422; while the first is under way 409. A member `idempotency_key` of the body does the same. */
                "idempotency-key"?: string;
            };
            path: {
                workbook_id: string;
                column_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ColumnTestCreate"];
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ColumnTest"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    run_column_tests: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
                /** @description Makes the request safe to repeat for 7 days: the same key with the same request gets the first answer, with the header `Idempotent-Replay: true`; with another request 422; while the first is under way 409. A member `idempotency_key` of the body does the same. */
                "idempotency-key"?: string;
            };
            path: {
                workbook_id: string;
                column_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ColumnTestRunRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ColumnTestList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    run_column_tests_v2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
                /** @description Makes the request safe to repeat for 7 days: the same key with the same request gets the first answer, with the header `Idempotent-Replay: true`; with another request 422; while the first is under way 409. A member `idempotency_key` of the body does the same. */
                "idempotency-key"?: string;
            };
            path: {
                workbook_id: string;
                column_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ColumnTestRunRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ColumnTestList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    update_column_test: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
                column_id: string;
                test_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ColumnTestUpdate"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ColumnTest"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    delete_column_test: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
                column_id: string;
                test_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    update_column_test_v2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
                column_id: string;
                test_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ColumnTestUpdate"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ColumnTest"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    delete_column_test_v2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
                column_id: string;
                test_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    get_column_performance: {
        parameters: {
            query?: {
                /** @description How many rows to go back, those that were asked for last. */
                rows?: number;
                /** @description Id of the column to tell rows apart by, or `none`. */
                segment?: string;
            };
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
                column_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ColumnPerformance"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    get_column_performance_v2: {
        parameters: {
            query?: {
                /** @description How many rows to go back, those that were asked for last. */
                rows?: number;
                /** @description Id of the column to tell rows apart by, or `none`. */
                segment?: string;
            };
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
                column_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ColumnPerformance"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    suggest_order: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
                column_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SuggestRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Suggestion"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    suggest_order_v2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
                column_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SuggestRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Suggestion"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    simulate_order: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
                column_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SimulateRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SimulateResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    simulate_order_v2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
                column_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SimulateRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SimulateResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    get_auto_run: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
                column_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AutoRun"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    arm_auto_run: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
                column_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AutoRunUpdate"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AutoRun"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    disarm_auto_run: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
                column_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AutoRun"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    get_auto_run_v2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
                column_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AutoRun"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    arm_auto_run_v2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
                column_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AutoRunUpdate"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AutoRun"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    disarm_auto_run_v2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
                column_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AutoRun"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    stop_workspace: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EverythingStopped"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    list_models: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelList"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    put_model_price: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ModelPriceUpdate"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelPrice"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    delete_model_price: {
        parameters: {
            query: {
                /** @description Such as `openai/…` or `ollama/…`. */
                model: string;
            };
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    list_providers: {
        parameters: {
            query?: {
                q?: string;
            };
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProviderList"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    list_provider_health: {
        parameters: {
            query?: {
                stretch?: "1h" | "24h" | "7d";
            };
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProviderHealthList"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    open_provider: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                account: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProviderHealthList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    get_provider_price: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                provider_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LookupPrice"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    set_provider_price: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                provider_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PriceUpdate"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LookupPrice"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    clear_provider_price: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                provider_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LookupPrice"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    list_budgets: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BudgetList"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    set_budgets: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BudgetsUpdate"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BudgetList"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    set_workbook_budget: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WorkbookBudgetInput"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkbookCost"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    set_workbook_budget_v2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WorkbookBudgetInput"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkbookCost"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    get_row_cost: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
                row_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RowCost"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    get_row_cost_v2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
                row_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RowCost"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    get_workbook_cost: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkbookCost"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    get_workbook_cost_v2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                workbook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkbookCost"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    list_ledger: {
        parameters: {
            query?: {
                /** @description First day, of UTC. */
                from?: string;
                /** @description Last day, of UTC. */
                to?: string;
                /** @description `settled`: it cost the amount. `reserved`: it is under way. `uncertain`: it may have been billed without our knowing, and counts with the most it can have cost. `unpriced`: it was billed at a price that nobody knows, and is in no sum. */
                state?: "reserved" | "settled" | "uncertain" | "unpriced";
                /** @description Only of this provider. */
                provider?: string;
                /** @description Only of this lookup. */
                lookup?: string;
                /** @description Only for this workbook. */
                workbook_id?: string;
                /** @description Only for this column, of the workbook that is named with it. */
                column_id?: string;
                /** @description Only of this run. */
                run_id?: string;
                /** @description Only of runs that this user started. */
                user?: number;
                /** @description Only for rows that this ingest token brought. */
                token_id?: string;
                /** @description Items on a page. */
                limit?: number;
                /** @description The `next_cursor` of the page before; the first page without it. */
                cursor?: string;
            };
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LedgerList"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    export_ledger_csv: {
        parameters: {
            query?: {
                /** @description First day, of UTC. */
                from?: string;
                /** @description Last day, of UTC. */
                to?: string;
                /** @description `settled`: it cost the amount. `reserved`: it is under way. `uncertain`: it may have been billed without our knowing, and counts with the most it can have cost. `unpriced`: it was billed at a price that nobody knows, and is in no sum. */
                state?: "reserved" | "settled" | "uncertain" | "unpriced";
                /** @description Only of this provider. */
                provider?: string;
                /** @description Only of this lookup. */
                lookup?: string;
                /** @description Only for this workbook. */
                workbook_id?: string;
                /** @description Only for this column, of the workbook that is named with it. */
                column_id?: string;
                /** @description Only of this run. */
                run_id?: string;
                /** @description Only of runs that this user started. */
                user?: number;
                /** @description Only for rows that this ingest token brought. */
                token_id?: string;
            };
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    list_spending: {
        parameters: {
            query?: {
                /** @description One item per day, newest first, or per other thing, the dearest first. A column is its workbook, a slash and its id. */
                group_by?: "provider" | "lookup" | "workbook" | "column" | "user" | "token" | "day";
                /** @description First day, of UTC; 30 days before the last one unless given. */
                from?: string;
                /** @description Last day, of UTC; today unless given. */
                to?: string;
                /** @description Only for this workbook. */
                workbook_id?: string;
                /** @description Items on a page. */
                limit?: number;
                /** @description The `next_cursor` of the page before; the first page without it. */
                cursor?: string;
            };
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SpendingList"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    get_balance: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Balance"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    settle_ledger_line: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                line_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LineSettlement"];
            };
        };
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    list_workspace_integrations: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IntegrationList"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    get_workspace_integration: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                integration_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Integration"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    update_workspace_integration: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                integration_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["IntegrationUpdate"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Integration"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    delete_workspace_integration: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                integration_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    test_workspace_integration: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path: {
                integration_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IntegrationTest"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    list_secrets: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecretList"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    put_secret: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SecretUpdate"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecretResponse"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    delete_secret: {
        parameters: {
            query: {
                /** @description Letters, digits, `_` and `-`, beginning with a letter. */
                name: string;
            };
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    get_enrichment_perf: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PerformanceSettings"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    update_enrichment_perf: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PerformanceUpdate"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PerformanceSettings"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    get_practice: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Practice"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    update_practice: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Practice"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Practice"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    get_retention: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RetentionSettings"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    update_retention: {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RetentionUpdate"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RetentionSettings"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    list_usage: {
        parameters: {
            query?: {
                /** @description First day; 30 days before the last one unless given. */
                from?: string;
                /** @description Last day; today unless given. */
                to?: string;
                /** @description One item per day, newest first; per provider; or per day and provider. */
                group?: "day" | "provider" | "day_provider";
                /** @description Items on a page. */
                limit?: number;
                /** @description The `next_cursor` of the page before; the first page without it. */
                cursor?: string;
            };
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UsageList"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    get_system_state: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SystemState"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    stream_events: {
        parameters: {
            query?: {
                /** @description The access token, for clients that cannot set headers. */
                token?: string;
                /** @description A ticket of POST /auth/stream-ticket, in place of a token. */
                ticket?: string;
                /** @description Only events of this job. */
                job_id?: string;
                /** @description Only events of this run. */
                run_id?: string;
                /** @description Only events of this workbook. */
                workbook_id?: string;
                /** @description Only these types, separated by commas; `run.*` takes all that begin so. */
                types?: string;
                /** @description As the header Last-Event-ID: go on after this event. */
                last_event_id?: string;
                /** @description As the header X-Workspace-Id. */
                workspace_id?: string;
            };
            header?: {
                /** @description The workspace to act in; the active one of the caller when absent. */
                "x-workspace-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An endless stream of events of the workspace. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    get_meta: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Meta"];
                };
            };
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    list_column_types: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ColumnTypeList"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    list_formula_functions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FormulaFunctionList"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    list_cell_statuses: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValueList"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    list_licenses: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValueList"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    health: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    readiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Readiness"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description Not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Readiness"];
                };
            };
        };
    };
    metrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Prometheus text format; no data of any workspace */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
}
