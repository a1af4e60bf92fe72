-- speakers: "the crowd" is a speaker with the role group.
alter table speakers drop constraint speakers_role_check;
alter table speakers add constraint speakers_role_check check (role in ('narrator', 'character', 'group'));

-- series: its people have the roles of speakers.
alter table series_people drop constraint series_people_role_check;
alter table series_people add constraint series_people_role_check check (role in ('narrator', 'character', 'group'));
