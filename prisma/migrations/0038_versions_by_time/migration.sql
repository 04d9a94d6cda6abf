-- step: index memory_versions_project_id_known_to_idx on memory_versions
("project_id", "known_to")
